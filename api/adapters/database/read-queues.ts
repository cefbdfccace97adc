import type { Kysely } from 'kysely'
import type { QueueState } from '../../ports/metrics'
import type { Tables } from '../../database/tables'

/** How much waits to leave, and since when. Whoever looks often keeps the answer for a while: each is a look at all that waits. */
export async function readQueues(db: Kysely<Tables>): Promise<QueueState[]> {
  const outbox = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('createdAt').as('oldestAt')])
    .executeTakeFirst()
  const webhooks = await db
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhookMessages as message', 'message.id', 'delivery.messageId')
    .where('delivery.status', '=', 'WAITING')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('message.createdAt').as('oldestAt')])
    .executeTakeFirst()
  const mirror = await db
    .selectFrom('mirrorJobs')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('createdAt').as('oldestAt')])
    .executeTakeFirst()
  return [
    { name: 'outbox', ...stateOf(outbox) },
    { name: 'webhooks', ...stateOf(webhooks) },
    { name: 'mirror', ...stateOf(mirror) },
  ]
}

const stateOf = (row: { waiting: number; oldestAt: number | null } | undefined): Omit<QueueState, 'name'> => ({
  waiting: row?.waiting ?? 0,
  oldestAt: row?.oldestAt ?? null,
})
