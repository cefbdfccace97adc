/** What the page shows about the widget's work: its loader and its message. */
import { atom } from 'nanostores'

/** The number of operations that a page's own loader should show; the page itself counts as one. */
export const $loading = atom(0)

/**
 * Starts an operation.
 * @returns ends it; calling it again changes nothing
 */
export function startLoading(): () => void {
  let running = true
  $loading.set($loading.get() + 1)
  return () => {
    if (running) $loading.set($loading.get() - 1)
    running = false
  }
}

export interface Message {
  text: string
  isError: boolean
  /** Where to look first for the page's own message element; null for the whole page. */
  scope: Element | null
  /** Epoch milliseconds. */
  at: number
}

/** The message on show, null when there is none. */
export const $message = atom<Message | null>(null)

export const showMessage = (text: string, isError = false, scope: Element | null = null): void =>
  $message.set({ text, isError, scope, at: Date.now() })

export const clearMessage = (): void => $message.set(null)
