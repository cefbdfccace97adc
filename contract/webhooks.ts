/** What an owner's server can be told of, by name. */
export const webhookEvents = {
  'member.created': 'Somebody signed up, or was added by the owner.',
  'member.updated': 'What a member says of themselves, or their address, changed. A new password is none.',
  'member.deleted': 'A member is gone. The payload is how they stood before.',
  'member.plan.added': 'A member has a plan that they did not have.',
  'member.plan.updated': 'The price, the status or the dates of a plan that a member has changed.',
  'member.plan.canceled': 'A member has a plan no more, or it was cancelled.',
  'team.member.added': 'Somebody joined a team.',
  'team.member.removed': 'Somebody left a team, or the team is gone.',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const isWebhookEvent = (name: string): name is WebhookEvent => Object.hasOwn(webhookEvents, name)

export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent)

/** What the owner sends to see whether it arrives. Nobody asks for it: it goes to the one endpoint that is tested. */
export const WEBHOOK_TEST_EVENT = 'webhook.test'

export type SentEvent = WebhookEvent | typeof WEBHOOK_TEST_EVENT

export const sentEventNames: readonly SentEvent[] = [...webhookEventNames, WEBHOOK_TEST_EVENT]

/** How a message stands on its way to one endpoint. */
export const deliveryStatuses = ['WAITING', 'DELIVERED', 'FAILED'] as const

/** The body of every webhook. */
export interface WebhookBody {
  event: SentEvent
  /** When it happened, in milliseconds. */
  timestamp: number
  payload: Record<string, unknown>
}
