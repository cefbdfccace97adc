import { useEffect, useState } from 'react'
import type { ScreenName } from '../../public'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'

interface CopyOptions {
  texts: Texts
  notify: ScreenProps<ScreenName>['notify']
  /** How long `copied` holds. */
  milliseconds: number
  /** The field that shows what is copied: selected where the clipboard is refused. */
  field: () => HTMLInputElement | null | undefined
}

/** Puts text on the clipboard and says so for a moment; pages that are not secure have none at all. */
export function useCopy({ texts, notify, milliseconds, field }: CopyOptions): {
  copied: boolean
  copy: (text: string) => Promise<void>
} {
  const { on: copied, flash } = useFlash(milliseconds)
  const copy = async (text: string): Promise<void> => {
    // What was said of an earlier try.
    notify(null)
    try {
      // Within the chain: the field shows what is new before it is selected, also where there is no clipboard to ask.
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
 * Something that shows for a moment.
 * @param milliseconds how long; another flash meanwhile starts the time anew
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
