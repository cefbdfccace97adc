/** One line of the log, without secrets: it is kept for the next page of this tab, and copied into reports. */
export interface LogRow {
  /** Epoch milliseconds. */
  at: number
  kind: 'call' | 'error' | 'redirect' | 'gating' | 'choice' | 'page'
  /** One sentence, such as `removed: group pro-area needs plan pln_pro`. */
  text: string
  /** What was sent, for calls: JSON with secrets taken out. */
  detail?: string
}
