import { WEBHOOK_TEST_EVENT } from '../../../contract/webhooks'
import type { SentEvent, WebhookBody } from '../../../contract/webhooks'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type {
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookMessageRow,
  WebhookRepository,
} from '../../ports/webhook-store'
import { auditEntry } from '../audit/actions'
import type { Owner } from '../audit/actions'
import type { ChangeEvent } from './change-events'
import { findWorkingEndpoint } from './endpoints'
import type { EventServices } from './track-changes'

type Parts = Pick<EventServices, 'secrets' | 'clock'>

/**
 * Writes one message for each event that an endpoint takes, and one delivery for each such endpoint.
 * @returns whether anything was written
 */
export async function writeMessages(
  repositories: Pick<Repositories, 'apps' | 'webhooks'>,
  parts: Parts,
  events: readonly ChangeEvent[],
): Promise<boolean> {
  const endpointsOf = onceByScope(({ appId, mode }) => repositories.webhooks.listEndpoints(appId, mode))
  const appOf = onceByScope(async ({ appId }) => repositories.apps.findById(appId))
  let isWritten = false
  for (const happening of events) {
    const listening = (await endpointsOf(happening)).filter((endpoint) => wants(endpoint, happening.event))
    const app = listening.length > 0 ? await appOf(happening) : null
    if (app === null) continue
    await writeMessage(repositories, parts, { ...happening, payload: happening.payload(app) }, listening)
    isWritten = true
  }
  return isWritten
}

/** Whether an endpoint takes such an event now. Tests go to every enabled one. */
const wants = ({ disabledAt, events }: WebhookEndpointRow, event: SentEvent): boolean =>
  disabledAt === null && (events.length === 0 || events.some((name) => name === event) || event === 'webhook.test')

interface NewMessage extends OwnerScope {
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

const newDelivery = ({ secrets, clock }: Parts, messageId: string, endpointId: string): WebhookDeliveryRow => ({
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

/** @throws ApiError `webhook-message-not-found` */
export async function findMessage(
  webhooks: Pick<WebhookRepository, 'findMessage'>,
  { appId, mode }: OwnerScope,
  id: string,
): Promise<WebhookMessageRow> {
  const message = await webhooks.findMessage(appId, mode, id)
  if (message === null) throw new ApiError('webhook-message-not-found')
  return message
}

/**
 * Queues a test message for one endpoint, whatever events it takes.
 * @throws ApiError `webhook-endpoint-not-found`, `webhook-endpoint-disabled`
 */
export async function testEndpoint(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (repositories) => {
    const endpoint = await findWorkingEndpoint(repositories.webhooks, owner, id)
    const { appId, mode } = owner
    const message = { appId, mode, event: WEBHOOK_TEST_EVENT, payload: { endpointId: id } } as const
    const written = await writeMessage(repositories, services, message, [endpoint])
    const detail = { message: written.id }
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'webhook-endpoint.test', subject: id, detail }),
    )
    return written
  })
}

/**
 * Queues a message again under the same ID, so that a receiver can recognize it.
 * @param endpointId absent: every endpoint that takes such events
 * @throws ApiError `webhook-message-not-found`, `webhook-endpoint-not-found`, `webhook-endpoint-disabled`
 */
export async function replayMessage(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  id: string,
  endpointId?: string,
): Promise<WebhookMessageRow> {
  return services.store.transaction(async (repositories) => {
    const message = await findMessage(repositories.webhooks, owner, id)
    const endpoints = await receivers(repositories, owner, message, endpointId)
    await queueDeliveries(repositories, services, message, endpoints)
    const detail = { endpoints: endpoints.map((endpoint) => endpoint.id).join(', ') || 'none' }
    await repositories.auditLog.insert(
      auditEntry(services, owner, { act: 'webhook-message.replay', subject: id, detail }),
    )
    return message
  })
}

async function receivers(
  { webhooks }: Repositories,
  owner: Owner,
  { event, id }: WebhookMessageRow,
  endpointId: string | undefined,
): Promise<WebhookEndpointRow[]> {
  if (endpointId !== undefined) return [await findWorkingEndpoint(webhooks, owner, endpointId)]
  const all = await webhooks.listEndpoints(owner.appId, owner.mode)
  if (event !== 'webhook.test') return all.filter((endpoint) => wants(endpoint, event))
  // A test was meant for one endpoint.
  const tested = new Set((await webhooks.listDeliveries([id])).map((delivery) => delivery.endpointId))
  return all.filter((endpoint) => tested.has(endpoint.id) && wants(endpoint, event))
}

/** A delivery that is waiting already becomes due now. */
async function queueDeliveries(
  { webhooks }: Repositories,
  services: Pick<Services, 'secrets' | 'clock'>,
  { id }: WebhookMessageRow,
  endpoints: readonly WebhookEndpointRow[],
): Promise<void> {
  const deliveries = await webhooks.listDeliveries([id])
  for (const endpoint of endpoints) {
    const waiting = deliveries.find(({ endpointId, status }) => endpointId === endpoint.id && status === 'WAITING')
    if (waiting) await webhooks.updateDelivery(waiting.id, { nextAttemptAt: services.clock.now() })
    else await webhooks.insertDelivery(newDelivery(services, id, endpoint.id))
  }
}
