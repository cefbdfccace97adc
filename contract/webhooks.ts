/** The webhook events, by name. */
export const webhookEvents = {
  'member.created': 'A member signed up, or the owner added one.',
  'member.updated': 'A member’s profile or email address changed. Not sent for a new password.',
  'member.deleted': 'A member was deleted. The payload is the member before the deletion.',
  'member.plan.added': 'A member got a plan.',
  'member.plan.updated': 'The price, status or dates of a member’s plan changed.',
  'member.plan.replaced': 'A member changed to another plan: `prevPlanConnection` is the previous one.',
  'member.plan.canceled': 'A member lost a plan, or the plan was canceled.',
  'member.login': 'A member logged in. `methods` names how.',
  'member.passkey.added': 'A member added a passkey.',
  'member.passkey.removed': 'A passkey of a member was removed.',
  'member.secondFactor.enabled': 'A member turned on two-step verification.',
  'member.secondFactor.disabled': 'Two-step verification of a member was turned off.',
  'member.sessions.ended': 'Sessions of a member were ended, by the member or by an owner. Not sent for a logout.',
  'team.member.added': 'A member joined a team.',
  'team.member.removed': 'A member left a team, or the team was deleted.',
} as const

export type WebhookEvent = keyof typeof webhookEvents

/** Events without a change of the member's row. */
export type MemberEvent = Extract<
  WebhookEvent,
  `member.${'login' | 'passkey.added' | 'passkey.removed' | 'secondFactor.enabled' | 'secondFactor.disabled' | 'sessions.ended'}`
>

export const isWebhookEvent = (name: string): name is WebhookEvent => Object.hasOwn(webhookEvents, name)

export const webhookEventNames: readonly WebhookEvent[] = Object.keys(webhookEvents).filter(isWebhookEvent)

/** A test message from the owner. It can't be subscribed to: it goes only to the tested endpoint. */
export const WEBHOOK_TEST_EVENT = 'webhook.test'

export type SentEvent = WebhookEvent | typeof WEBHOOK_TEST_EVENT

export const sentEventNames: readonly SentEvent[] = [...webhookEventNames, WEBHOOK_TEST_EVENT]

/** The delivery state of a message to one endpoint. */
export const deliveryStatuses = ['WAITING', 'DELIVERED', 'FAILED'] as const

/** The body of every webhook. */
export interface WebhookBody {
  event: SentEvent
  /** Time of the event, in milliseconds. */
  timestamp: number
  payload: Record<string, unknown>
  /** With `member.updated`: what changed. */
  reason?: readonly string[]
}
