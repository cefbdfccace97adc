import type { deliveryStatuses, SentEvent, WebhookEvent } from '../../contract/webhooks'
import type { Mode } from '../lib/ids'
import type { PageCursor } from '../database/sql'

/** Where an owner's server takes events. */
export interface WebhookEndpointRow {
  id: string
  appId: string
  mode: Mode
  url: string
  /** `whsec_` and base64: what signs. It is kept readable, because both sides need it. */
  secret: string
  /** Still signs besides, until `previousSecretUntil`: so that a secret can be changed without losing an event. */
  previousSecret: string | null
  previousSecretUntil: number | null
  /** Which events; empty: all. */
  events: readonly WebhookEvent[]
  /** Null: it works. Else since when nothing is sent any more. */
  disabledAt: number | null
  createdAt: number
}

export type WebhookEndpointChanges = Partial<
  Pick<WebhookEndpointRow, 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'events' | 'disabledAt'>
>

/** Something that happened, as it is told: the same text to everybody, however often. */
export interface WebhookMessageRow {
  id: string
  appId: string
  mode: Mode
  event: SentEvent
  /** The body, as it is signed. */
  body: string
  createdAt: number
}

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One message on its way to one endpoint. */
export interface WebhookDeliveryRow {
  id: string
  messageId: string
  endpointId: string
  status: DeliveryStatus
  attempts: number
  nextAttemptAt: number
  /** What the endpoint answered last; null: nothing. */
  lastStatusCode: number | null
  /** Why the last attempt failed, in words that hold nothing of the payload. */
  lastError: string | null
  deliveredAt: number | null
}

export type DeliveryChanges = Partial<Omit<WebhookDeliveryRow, 'id' | 'messageId' | 'endpointId'>>

export interface DueDelivery {
  delivery: WebhookDeliveryRow
  message: WebhookMessageRow
  endpoint: WebhookEndpointRow
}

export interface WebhookRepository {
  /** Whether anybody at all is told of anything. */
  hasEndpoints(): Promise<boolean>
  insertEndpoint(row: WebhookEndpointRow): Promise<void>
  listEndpoints(appId: string, mode: Mode): Promise<WebhookEndpointRow[]>
  findEndpoint(appId: string, mode: Mode, id: string): Promise<WebhookEndpointRow | null>
  updateEndpoint(id: string, changes: WebhookEndpointChanges): Promise<void>
  /** With what waits for it. */
  deleteEndpoint(id: string): Promise<void>
  insertMessage(row: WebhookMessageRow): Promise<void>
  insertDelivery(row: WebhookDeliveryRow): Promise<void>
  /** Newest first. */
  listMessages(appId: string, mode: Mode, limit: number, before: PageCursor | null): Promise<WebhookMessageRow[]>
  findMessage(appId: string, mode: Mode, id: string): Promise<WebhookMessageRow | null>
  listDeliveries(messageIds: readonly string[]): Promise<WebhookDeliveryRow[]>
  /**
   * Claims up to `limit` deliveries that are due until `claimUntil`, so that two processes never send one twice at once.
   * What is for a disabled endpoint waits.
   * @param except ids of endpoints that have enough for now
   */
  claimDue(now: number, claimUntil: number, limit: number, except?: readonly string[]): Promise<DueDelivery[]>
  updateDelivery(id: string, changes: DeliveryChanges): Promise<void>
  /** When the oldest message was written that failed after the last one that the endpoint took; null: none has. */
  failingSince(endpointId: string): Promise<number | null>
  /** Messages with what became of them. */
  deleteMessagesBefore(createdBefore: number): Promise<void>
}
