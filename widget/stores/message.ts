import { atom } from 'nanostores'

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
