export const logKinds = ['call', 'error', 'redirect', 'gating', 'choice', 'page'] as const

/** One line of the log, without secrets: it is kept for the next page of this tab, and copied into reports. */
export interface LogRow {
  /** Epoch milliseconds. */
  at: number
  kind: (typeof logKinds)[number]
  /** One sentence, such as `removed: group pro-area needs plan pln_pro`; of a page its path. */
  text: string
  /** What was sent, for calls: JSON with secrets taken out. */
  detail?: string
}
