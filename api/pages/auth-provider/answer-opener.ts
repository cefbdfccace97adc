/** Ids of the answer page's parts. */
export interface AnswerParts {
  /** Carries the answer, and the origin that it is for, in its data attributes. */
  answer: string
  /** What is said once the page that opened the window was told. */
  told: string
  /** What is said where that page is gone. */
  alone: string
  /** Closes the window. */
  close: string
}

/**
 * Runs on the page that a provider's window ends with; it is sent as its own source text and may use nothing from around
 * it. Hands the answer to the page that opened the window, if it is of the origin that the answer is for, and then closes
 * the window, unless there is something to read.
 */
export function answerOpener(window: Window, parts: AnswerParts): void {
  const { document } = window
  const part = (id: string): HTMLElement | null => document.getElementById(id)
  const show = (id: string): void => part(id)?.removeAttribute('hidden')
  const bearer = part(parts.answer)
  const [answer, origin] = [bearer?.dataset['answer'], bearer?.dataset['origin']]
  // It holds a session token.
  bearer?.remove()
  const opener: Window | null = window.opener
  if (!opener || opener.closed) return show(parts.alone)
  if (answer && origin) opener.postMessage(JSON.parse(answer), origin)
  show(parts.told)
  part(parts.close)?.addEventListener('click', () => window.close())
  show(parts.close)
  if (bearer?.dataset['closes'] !== undefined) window.close()
}
