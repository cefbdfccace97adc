/** The widget's feedback on the page: loader and message. */
import { atom } from 'nanostores'

/** The number of running operations that show the page's own loader. The page itself can be one of them. */
export const $loading = atom(0)

/**
 * Starts an operation.
 * @returns ends it; calling it again has no effect
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

/** The visible message; null without one. */
export const $message = atom<Message | null>(null)

export const showMessage = (text: string, isError = false, scope: Element | null = null): void =>
  $message.set({ text, isError, scope, at: Date.now() })

export const clearMessage = (): void => $message.set(null)
