import type { SentEvent, WebhookBody } from '../../../contract/webhooks'
import type { Repositories } from '../../ports/store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { WebhookDeliveryRow, WebhookEndpointRow, WebhookMessageRow } from '../../ports/webhook-store'
import type { Happening } from './happening'
import type { EventServices } from './with-webhook-events'

type Parts = Pick<EventServices, 'secrets' | 'clock'>

/**
 * Writes what happened, once for each thing that somebody wants to know, and puts it in line for everybody who does.
 * @returns whether there was any
 */
export async function writeMessages(
  repositories: Pick<Repositories, 'apps' | 'webhooks'>,
  parts: Parts,
  happenings: readonly Happening[],
): Promise<boolean> {
  const endpointsOf = onceByScope(({ appId, mode }) => repositories.webhooks.listEndpoints(appId, mode))
  const appOf = onceByScope(async ({ appId }) => repositories.apps.findById(appId))
  let isWritten = false
  for (const happening of happenings) {
    const listening = (await endpointsOf(happening)).filter((endpoint) => wants(endpoint, happening.event))
    const app = listening.length > 0 ? await appOf(happening) : null
    if (app === null) continue
    await writeMessage(repositories, parts, { ...happening, payload: happening.payload(app) }, listening)
    isWritten = true
  }
  return isWritten
}

/** Whether an endpoint takes such an event now. Everybody takes a test. */
export const wants = ({ disabledAt, events }: WebhookEndpointRow, event: SentEvent): boolean =>
  disabledAt === null && (events.length === 0 || events.some((name) => name === event) || event === 'webhook.test')

export interface NewMessage extends OwnerScope {
  event: SentEvent
  payload: Record<string, unknown>
}

export async function writeMessage(
  { webhooks }: Pick<Repositories, 'webhooks'>,
  parts: Parts,
  { appId, mode, event, payload }: NewMessage,
  endpoints: readonly WebhookEndpointRow[],
): Promise<WebhookMessageRow> {
  const createdAt = parts.clock.now()
  const content: WebhookBody = { event, timestamp: createdAt, payload }
  const message = { id: parts.secrets.id('msg'), appId, mode, event, body: JSON.stringify(content), createdAt }
  await webhooks.insertMessage(message)
  for (const { id } of endpoints) await webhooks.insertDelivery(newDelivery(parts, message.id, id))
  return message
}

/** A message in line for one endpoint. */
export const newDelivery = ({ secrets, clock }: Parts, messageId: string, endpointId: string): WebhookDeliveryRow => ({
  id: secrets.id('dlv'),
  messageId,
  endpointId,
  status: 'WAITING',
  attempts: 0,
  nextAttemptAt: clock.now(),
  lastStatusCode: null,
  lastError: null,
  deliveredAt: null,
})

function onceByScope<T>(read: (scope: OwnerScope) => Promise<T>): (scope: OwnerScope) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (scope) => {
    const key = `${scope.appId} ${scope.mode}`
    const found = known.get(key) ?? read(scope)
    known.set(key, found)
    return found
  }
}
