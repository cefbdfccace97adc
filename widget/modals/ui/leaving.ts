import { createContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { deepActiveElement } from '../../lib/dom'

/** Calls that Escape cancels, and edits that closing would lose. */
export interface Leaving {
  /**
   * Escape calls `cancel` instead of closing the dialog.
   * @returns ends that
   */
  cancelOnEscape: (cancel: () => void) => () => void
  /**
   * Input is unsaved: leaving it asks first.
   * @returns ends that
   */
  holdUnsaved: () => () => void
  /** Leaves a screen or a part of it; asks first if input is unsaved. */
  leave: (proceed: () => void) => void
}

/** Of the dialog around a screen. */
export const LeavingContext = createContext<Leaving>({
  cancelOnEscape: () => () => {},
  holdUnsaved: () => () => {},
  leave: (proceed) => proceed(),
})

interface LeavingState {
  leaving: Leaving
  /** Whether the question about unsaved input is shown. */
  asking: boolean
  /** The answers to the question. */
  stay: () => void
  discard: () => void
  /**
   * @param close closes the dialog
   * @returns true if Escape has done something else than closing
   */
  escape: (close: () => void) => boolean
}

/** @param open incremented with every opening, null while closed; closing cancels all running calls */
export function useLeaving(open: number | null): LeavingState {
  const [question, setQuestion] = useState<{ open: number | null; proceed: () => void } | null>(null)
  const calls = useRef(new Set<() => void>())
  const unsaved = useRef(0)
  const asking = question !== null && question.open === open
  const stay = (): void => setQuestion(null)
  useEffect(() => {
    if (open === null) return undefined
    const running = calls.current
    return () => running.forEach((cancel) => cancel())
  }, [open])
  useFocusBack(asking)
  const leaving = useMemo<Leaving>(
    () => ({
      cancelOnEscape(cancel) {
        calls.current.add(cancel)
        return () => void calls.current.delete(cancel)
      },
      holdUnsaved() {
        unsaved.current += 1
        return () => void (unsaved.current -= 1)
      },
      leave(proceed) {
        if (unsaved.current > 0) setQuestion({ open, proceed })
        else proceed()
      },
    }),
    [open],
  )
  return {
    leaving,
    asking,
    stay,
    discard() {
      stay()
      question?.proceed()
    },
    escape(close) {
      if (asking) stay()
      else if (calls.current.size > 0) calls.current.forEach((cancel) => cancel())
      else if (unsaved.current > 0) leaving.leave(close)
      else return false
      return true
    },
  }
}

/** After the question, the focus is where it was before. */
function useFocusBack(asking: boolean): void {
  const before = useRef<HTMLElement>(null)
  // Before the question takes the focus.
  useLayoutEffect(() => {
    if (asking) before.current = deepActiveElement(document)
  }, [asking])
  useEffect(() => {
    if (!asking) return undefined
    return () => before.current?.focus()
  }, [asking])
}
