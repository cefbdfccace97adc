import { useEffect, useState } from 'react'
import type { ScreenName } from '../../public'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'

interface CopyOptions {
  texts: Texts
  notify: ScreenProps<ScreenName>['notify']
  /** How long `copied` stays true. */
  milliseconds: number
  /** The field with the text: selected if the clipboard is refused. */
  field: () => HTMLInputElement | null | undefined
}

/** Copies text and confirms it for a moment. Insecure pages have no clipboard. */
export function useCopy({ texts, notify, milliseconds, field }: CopyOptions): {
  copied: boolean
  copy: (text: string) => Promise<void>
} {
  const { on: copied, flash } = useFlash(milliseconds)
  const copy = async (text: string): Promise<void> => {
    notify(null)
    try {
      // In a microtask: React has then drawn the new text into the field that may be selected.
      await Promise.resolve().then(() => navigator.clipboard.writeText(text))
      flash()
    } catch {
      notify({ text: texts.copy_failed_message, isError: true })
      const shown = field()
      shown?.focus()
      shown?.select()
    }
  }
  return { copied, copy }
}

/**
 * A state that is on for a moment.
 * @param milliseconds how long; another flash restarts the time
 */
export function useFlash(milliseconds: number): { on: boolean; flash: () => void } {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!count) return undefined
    const timer = setTimeout(() => setCount(0), milliseconds)
    return () => clearTimeout(timer)
  }, [count, milliseconds])
  return { on: count > 0, flash: () => setCount((last) => last + 1) }
}
