/** One attempt at a webhook. */
export interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** What the receiver answered; what else it said is nobody's business. */
export interface WebhookAnswer {
  statusCode: number
  /** The header of that name: seconds or a date. */
  retryAfter: string | null
}

/**
 * Carries a webhook to where it is to go, and follows no redirect.
 * @throws Error with a sentence that holds nothing of what was sent, when no answer came or the address may not be used
 */
export type WebhookSender = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer>
