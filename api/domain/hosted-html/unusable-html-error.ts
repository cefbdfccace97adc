/** HTML that cannot be hosted; the message says why, as the end of a sentence. */
export class UnusableHtmlError extends Error {
  /** Whether it is too large; otherwise nobody could read it. */
  readonly exceedsLimit: boolean

  constructor(reason: string, { cause, exceedsLimit = false }: { cause?: unknown; exceedsLimit?: boolean } = {}) {
    super(reason, { cause })
    this.name = 'UnusableHtmlError'
    this.exceedsLimit = exceedsLimit
  }
}
