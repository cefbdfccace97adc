import type { Database } from '../../../api/database/db'
import type { AppDefinition } from '../../../api/features/apps/definition'
import { insertIndex, searchFieldsOf } from '../../../api/features/members/search-index'

/** So that every search has members, and some have many. */
export const NAMES =
  'ada alan grace linus margaret dennis barbara edsger donald radia ken frances john leslie tim'.split(' ')
const LAST_NAMES =
  'lovelace turing hopper torvalds hamilton ritchie liskov dijkstra knuth perlman thompson allen'.split(' ')

const BATCH = 500
const DAY_MS = 24 * 60 * 60 * 1000

export const memberId = (index: number): string => `mem_sb_${String(index).padStart(8, '0')}`

/** Every second has the free plan; one in ten pays each month, one in five hundred cannot; one in a thousand is suspended. */
export async function fillMembers(store: Database, app: AppDefinition, count: number): Promise<void> {
  const fields = searchFieldsOf(app)
  const now = Date.now()
  for (let from = 0; from < count; from += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => from + offset)
    const members = indexes.map((index) => {
      const [first = '', last = ''] = [NAMES[index % NAMES.length], LAST_NAMES[(index * 7) % LAST_NAMES.length]]
      const customFields = { 'first-name': first, 'last-name': last }
      return {
        id: memberId(index),
        appId: app.id,
        mode: 'test' as const,
        email: `m${index}.${last}@example.com`,
        customFields,
      }
    })
    await store.transaction(async (tx) => {
      await tx.kysely
        .insertInto('members')
        .values(
          members.map(({ customFields, ...member }, offset) => {
            const index = from + offset
            return {
              ...member,
              customFields: JSON.stringify(customFields),
              passwordHash: null,
              verified: index % 3 === 0 ? 0 : 1,
              profileImage: null,
              loginRedirect: null,
              stripeCustomerId: null,
              metaData: '{}',
              json: '{}',
              createdAt: now - (count - index) * 60_000,
              lastLoginAt: index % 4 === 0 ? null : now - ((index * 7919) % 90) * DAY_MS,
              suspendedAt: index % 1_000 === 0 ? now : null,
              searchVersion: fields.version,
              internalOrder: index + 1,
            }
          }),
        )
        .execute()
      await insertIndex(tx, members, fields)
      const payers = indexes.filter((index) => index % 10 === 0)
      const purchases = payers.map((index) => purchaseOf(app.id, index, now))
      if (purchases.length > 0) await tx.kysely.insertInto('purchases').values(purchases).execute()
      const payments = payers.flatMap((index) => paymentsOf(app.id, index, now))
      if (payments.length > 0) await tx.kysely.insertInto('payments').values(payments).execute()
      await tx.kysely
        .insertInto('planConnections')
        .values(indexes.flatMap((index) => connectionsOf(app.id, index)))
        .execute()
    })
  }
  await store.kysely
    .insertInto('memberCounters')
    .values({ appId: app.id, mode: 'test', last: count })
    .onConflict((conflict) => conflict.columns(['appId', 'mode']).doUpdateSet({ last: count }))
    .execute()
}

const PRICE = 'prc_pro-monthly'

const purchaseOf = (appId: string, index: number, now: number) => ({
  id: `pur_${index}`,
  appId,
  mode: 'test' as const,
  memberId: memberId(index),
  planId: 'pln_pro',
  priceId: PRICE,
  couponId: null,
  provider: 'test' as const,
  account: null,
  sessionId: `ses_${index}`,
  externalId: `sub_${index}`,
  status: 'PAID' as const,
  replaces: null,
  createdAt: now - 120 * DAY_MS,
  expiresAt: now,
  readsBegun: 1,
  readApplied: 1,
  lastReadAt: now,
})

/** One a month for four months; one payer in five began later. */
const paymentsOf = (appId: string, index: number, now: number) =>
  Array.from({ length: index % 50 === 0 ? 1 : 4 }, (_, month) => ({
    id: `pay_${index}_${month}`,
    appId,
    mode: 'test' as const,
    memberId: memberId(index),
    purchaseId: `pur_${index}`,
    planId: 'pln_pro',
    provider: 'test' as const,
    externalId: `inv_${index}_${month}`,
    kind: 'charge' as const,
    amountMinor: 1_000,
    taxMinor: null,
    feeMinor: 59,
    currency: 'usd',
    at: now - month * 30 * DAY_MS - (index % 29) * DAY_MS,
  }))

function connectionsOf(appId: string, index: number) {
  const connection = { appId, mode: 'test' as const, memberId: memberId(index), priceId: null, createdAt: index }
  const unpaid = { purchaseId: null, paymentStatus: null, amountMinor: null, currency: null }
  const dates = { lastBilledAt: null, nextBillingAt: null, cancelAt: null }
  const status =
    index % 500 === 0 ? ('REQUIRES_PAYMENT' as const) : index % 50 === 0 ? ('CANCELED' as const) : ('ACTIVE' as const)
  const free = {
    ...connection,
    ...unpaid,
    ...dates,
    id: `con_f${index}`,
    planId: 'pln_free',
    status: 'ACTIVE' as const,
  }
  const bought = { purchaseId: `pur_${index}`, priceId: PRICE, amountMinor: 1_000, currency: 'usd' }
  const paid = { ...connection, ...unpaid, ...dates, ...bought, id: `con_p${index}`, planId: 'pln_pro', status }
  return [
    ...(index % 2 === 0 ? [free] : []),
    ...(index % 10 === 0 ? [paid] : []),
    ...(index % 2 === 1 ? [{ ...free, planId: 'pln_newsletter' }] : []),
  ]
}

const ACTS = ['member.update', 'member.plan.add', 'member.delete', 'members.export']

export async function fillAudit(store: Database, count: number): Promise<void> {
  const now = Date.now()
  for (let from = 0; from < count; from += 2_000)
    await store.transaction(async ({ kysely }) => {
      await kysely
        .insertInto('auditLog')
        .values(
          Array.from({ length: Math.min(2_000, count - from) }, (_, offset) => {
            const index = from + offset
            return {
              id: `aud_${index}`,
              appId: 'app_demo',
              mode: 'test' as const,
              actor: index % 100 === 0 ? 'Ana Lima' : 'admin key crm',
              actorId: null,
              via: null,
              act: ACTS[index % 4 === 2 && index % 1_000 !== 2 ? 0 : index % 4] ?? '',
              subject: memberId(index % 200_000),
              detail: '{}',
              at: now - (count - index) * 100,
            }
          }),
        )
        .execute()
    })
}
