import type { Kysely, Selectable } from 'kysely'
import type { DueDelivery, WebhookEndpointRow } from '../../../ports/webhook-store'
import type { Tables } from '../../../database/tables'
import { isDue, skipLocked } from '../../../database/sql'

/** Retries wait for half a day at most. */
const PAUSE_MAX_MS = 24 * 60 * 60 * 1000

/** Takes what is due, so that nobody else does until `claimUntil`; with the message and where it goes. */
export async function claimDueDeliveries(
  db: Kysely<Tables>,
  { now, claimUntil, limit, except }: { now: number; claimUntil: number; limit: number; except: readonly string[] },
  toEndpoint: (row: Selectable<Tables['webhookEndpoints']>) => WebhookEndpointRow,
): Promise<DueDelivery[]> {
  const enabled = db.selectFrom('webhookEndpoints').select('id').where('disabledAt', 'is', null)
  const working = except.length > 0 ? enabled.where('id', 'not in', except) : enabled
  const due = db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('status', '=', 'WAITING')
    .where(isDue(now, PAUSE_MAX_MS))
    .where('endpointId', 'in', working)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .$call(skipLocked(db))
  // What is due is looked for once: an engine that did so for each row would claim more than the limit.
  const deliveries = await db
    .with(
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: claimUntil })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returningAll()
    .execute()
  const claimed: DueDelivery[] = []
  for (const delivery of deliveries.toSorted((one, other) => one.id.localeCompare(other.id))) {
    const message = await db
      .selectFrom('webhookMessages')
      .selectAll()
      .where('id', '=', delivery.messageId)
      .executeTakeFirst()
    const endpoint = await db
      .selectFrom('webhookEndpoints')
      .selectAll()
      .where('id', '=', delivery.endpointId)
      .executeTakeFirst()
    // Deleted a moment ago, and the delivery with it.
    if (message && endpoint) claimed.push({ delivery, message, endpoint: toEndpoint(endpoint) })
  }
  return claimed
}

/** Since when everything fails, as far as anything does; see the port. */
export async function findFailingSince(db: Kysely<Tables>, endpointId: string): Promise<number | null> {
  const ofEndpoint = db.selectFrom('webhookDeliveries').where('endpointId', '=', endpointId)
  const { last } = await ofEndpoint
    .select(({ fn }) => fn.max<number | null>('deliveredAt').as('last'))
    .executeTakeFirstOrThrow()
  const { first } = await ofEndpoint
    .innerJoin('webhookMessages', 'webhookMessages.id', 'webhookDeliveries.messageId')
    .select(({ fn }) => fn.min<number | null>('webhookMessages.createdAt').as('first'))
    .where('webhookDeliveries.status', '=', 'FAILED')
    .where('webhookMessages.createdAt', '>', last ?? 0)
    .executeTakeFirstOrThrow()
  return first
}
