import type { OwnerScope } from '../apps/definition'
import { sql } from 'kysely'
import * as v from 'valibot'
import { type WebhookEvent, webhookEventNames } from '../../../contract/webhooks'
import type { Mode } from '../../lib/ids'
import type { Db, Tx } from '../../database/db'
import { claimDue, olderThan, type PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'

export interface WebhookEndpointRow extends Omit<Tables['webhookEndpoints'], 'events'> {
  /** Empty: all. */
  events: readonly WebhookEvent[]
}

export type WebhookEndpointChanges = Partial<
  Pick<WebhookEndpointRow, 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'events' | 'disabledAt'>
>

/** An event as sent: every endpoint gets the same text, each time. */
export type WebhookMessageRow = Tables['webhookMessages']

export type WebhookDeliveryRow = Tables['webhookDeliveries']

export interface DueDelivery {
  delivery: WebhookDeliveryRow
  message: WebhookMessageRow
  endpoint: WebhookEndpointRow
}

/** Longer than the longest pause between two attempts, which is half a day. */
const PAUSE_MAX_MS = 24 * 60 * 60 * 1000

export async function hasEnabledEndpoints({ kysely }: Db): Promise<boolean> {
  const found = await kysely
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('disabledAt', 'is', null)
    .limit(1)
    .execute()
  return found.length > 0
}

export async function insertWebhookEndpoint({ kysely }: Db, { events, ...row }: WebhookEndpointRow): Promise<void> {
  await kysely
    .insertInto('webhookEndpoints')
    .values({ ...row, events: JSON.stringify(events) })
    .execute()
}

/** Oldest first. */
export async function listWebhookEndpoints({ kysely }: Db, appId: string, mode: Mode): Promise<WebhookEndpointRow[]> {
  const rows = await kysely
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toEndpoint)
}

export async function findWebhookEndpoint(
  { kysely }: Db,
  appId: string,
  mode: Mode,
  id: string,
): Promise<WebhookEndpointRow | null> {
  const row = await kysely
    .selectFrom('webhookEndpoints')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toEndpoint(row) : null
}

export async function updateWebhookEndpoint(
  { kysely }: Db,
  id: string,
  { events, ...changes }: WebhookEndpointChanges,
): Promise<void> {
  const columns = { ...changes, ...(events && { events: JSON.stringify(events) }) }
  if (Object.keys(columns).length > 0)
    await kysely.updateTable('webhookEndpoints').set(columns).where('id', '=', id).execute()
}

type SecretsRow = Pick<WebhookEndpointRow, 'id' | 'appId' | 'mode' | 'secret' | 'previousSecret'>

export const listAllWebhookSecrets = ({ kysely }: Db): Promise<SecretsRow[]> =>
  kysely
    .selectFrom('webhookEndpoints')
    .select(['id', 'appId', 'mode', 'secret', 'previousSecret'])
    .orderBy('id')
    .execute()

/** Unless the secret was rolled since it was read. @returns whether it has changed */
export async function replaceWebhookSecrets(
  { kysely }: Db,
  { id, secret }: Pick<SecretsRow, 'id' | 'secret'>,
  changes: Pick<SecretsRow, 'secret' | 'previousSecret'>,
): Promise<boolean> {
  const update = kysely.updateTable('webhookEndpoints').set(changes).where('id', '=', id).where('secret', '=', secret)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

export async function deleteWebhookEndpoint({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

export async function insertWebhookMessage({ kysely }: Db, row: WebhookMessageRow): Promise<void> {
  await kysely.insertInto('webhookMessages').values(row).execute()
}

export async function findWebhookMessage(
  { kysely }: Db,
  appId: string,
  mode: Mode,
  id: string,
): Promise<WebhookMessageRow | null> {
  const row = await kysely
    .selectFrom('webhookMessages')
    .selectAll()
    .where('id', '=', id)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first. @param before end of the previous page; null for the first */
export const listWebhookMessages = (
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<WebhookMessageRow[]> =>
  kysely
    .selectFrom('webhookMessages')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('createdAt', 'id', before))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function deleteWebhookMessagesBefore({ kysely }: Db, createdBefore: number): Promise<void> {
  await kysely.deleteFrom('webhookMessages').where('createdAt', '<', createdBefore).execute()
}

/** The delivery is sent right after the commit. */
export async function insertWebhookDelivery(tx: Tx, row: WebhookDeliveryRow): Promise<void> {
  await tx.kysely.insertInto('webhookDeliveries').values(row).execute()
  tx.changes.deliveryQueued()
}

export async function listWebhookDeliveries(
  { kysely }: Db,
  messageIds: readonly string[],
): Promise<WebhookDeliveryRow[]> {
  if (messageIds.length === 0) return []
  const deliveries = kysely.selectFrom('webhookDeliveries').selectAll()
  return deliveries.where('messageId', 'in', messageIds).orderBy('id').execute()
}

export async function updateWebhookDelivery(
  { kysely }: Db,
  id: string,
  changes: Partial<Omit<WebhookDeliveryRow, 'id' | 'messageId' | 'endpointId'>>,
): Promise<void> {
  await kysely.updateTable('webhookDeliveries').set(changes).where('id', '=', id).execute()
}

/**
 * See `claimDue`. Deliveries to a disabled endpoint wait.
 * @param except ids of endpoints at their limit
 */
export async function claimDueDeliveries(
  db: Db,
  {
    now,
    claimUntil,
    limit,
    except = [],
  }: { now: number; claimUntil: number; limit: number; except?: readonly string[] },
): Promise<DueDelivery[]> {
  const { kysely } = db
  const enabled = kysely.selectFrom('webhookEndpoints').select('id').where('disabledAt', 'is', null)
  const open = except.length > 0 ? enabled.where('id', 'not in', except) : enabled
  const only = sql`status = 'WAITING' and endpoint_id in (${open})`
  const deliveries = await claimDue(db, 'webhookDeliveries', { now, claimUntil, limit, pauseMaxMs: PAUSE_MAX_MS, only })
  const claimed: DueDelivery[] = []
  for (const delivery of deliveries.toSorted((one, other) => one.id.localeCompare(other.id))) {
    const messages = kysely.selectFrom('webhookMessages').selectAll()
    const message = await messages.where('id', '=', delivery.messageId).executeTakeFirst()
    const endpoints = kysely.selectFrom('webhookEndpoints').selectAll()
    const endpoint = await endpoints.where('id', '=', delivery.endpointId).executeTakeFirst()
    // A deleted endpoint took its delivery with it.
    if (message && endpoint) claimed.push({ delivery, message, endpoint: toEndpoint(endpoint) })
  }
  return claimed
}

/** When the oldest message was written that failed after the endpoint last accepted one; null: none did. */
export async function findFailingSince({ kysely }: Db, endpointId: string): Promise<number | null> {
  const deliveries = kysely.selectFrom('webhookDeliveries').where('endpointId', '=', endpointId)
  const { last } = await deliveries
    .select(({ fn }) => fn.max<number | null>('deliveredAt').as('last'))
    .executeTakeFirstOrThrow()
  const { first } = await deliveries
    .innerJoin('webhookMessages', 'webhookMessages.id', 'webhookDeliveries.messageId')
    .select(({ fn }) => fn.min<number | null>('webhookMessages.createdAt').as('first'))
    .where('webhookDeliveries.status', '=', 'FAILED')
    .where('webhookMessages.createdAt', '>', last ?? 0)
    .executeTakeFirstOrThrow()
  return first
}

const storedEvents = v.array(v.picklist(webhookEventNames))

const toEndpoint = (row: Tables['webhookEndpoints']): WebhookEndpointRow => ({
  ...row,
  events: v.parse(storedEvents, JSON.parse(row.events)),
})
