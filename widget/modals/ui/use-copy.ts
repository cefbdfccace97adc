import { useEffect, useState } from 'react'
import type { ScreenName } from '../../public'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'

interface CopyOptions {
  texts: Texts
  notify: ScreenProps<ScreenName>['notify']
  /** How long `copied` stays true. */
  milliseconds: number
  /** The field with the text, selected if the clipboard is blocked. */
  field: () => HTMLInputElement | null | undefined
}

/** Copies text and confirms it briefly. Insecure pages have no clipboard. */
export function useCopy({ texts, notify, milliseconds, field }: CopyOptions): {
  copied: boolean
  copy: (text: string) => Promise<void>
} {
  const { on: copied, flash } = useFlash(milliseconds)
  const copy = async (text: string): Promise<void> => {
    notify(null)
    try {
      // In a microtask, when React has rendered the new text into the field.
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
 * A state that is on briefly.
 * @param milliseconds duration; another flash restarts it
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
