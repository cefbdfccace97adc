/** HTML that cannot be hosted; the message says why, as the end of a sentence. */
export class UnusableHtmlError extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options)
    this.name = 'UnusableHtmlError'
  }
}
