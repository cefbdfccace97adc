import { ApiError } from '../../lib/errors'
import type { ReconcileServices } from '../payments/reconcile'
import { refundUnused } from '../tag-purchases/fulfilment'
import { revokeTag } from '../tags/revoke'
import type { Services } from '../../http/services'
import { auditEntry, type Owner, ownerText } from '../audit/actions'
import { lockMemberById } from '../members/repository'
import { findTagById } from '../tags/repository'
import { ownerLists, type OwnerRecord } from './lists'
import { type actionResults, actionTexts } from './page-texts'
import { findTagOrder, updateTagOrder } from '../tag-purchases/repository'
import { findPurchase } from '../payments/repository'
import type { Db } from '../../database/db'
import { insertAuditEntry } from '../audit/repository'

export interface OwnerAction {
  path: `/owner/${string}`
  /** Also in the page's title. */
  name: string
  list: 'tags' | 'purchases'
  explanation: string
  button: string
  /** Text that the owner enters. */
  field?: { label: string; hint: string; isRequired: boolean; start: (record: OwnerRecord) => string }
  isPossible: (record: OwnerRecord) => boolean
  notFound: 'tag-not-found' | 'tag-purchase-not-found'
  /** @returns the key of the sentence on the next page */
  run: (services: Services, owner: Owner, id: string, text: string) => Promise<ActionResult>
}

type ActionResult = keyof typeof actionResults

export const ownerActions = {
  revoke: {
    path: '/owner/revoke',
    ...actionTexts.revoke,
    list: 'tags',
    field: {
      ...actionTexts.revoke.field,
      isRequired: true,
      start: () => '',
    },
    isPossible: ({ status }) => status !== 'revoked',
    notFound: 'tag-not-found',
    async run(services, owner, id, text) {
      await revokeAsOwner(services, owner, id, text)
      return 'revoked'
    },
  },
  refund: {
    path: '/owner/refund',
    ...actionTexts.refund,
    list: 'purchases',
    isPossible: ({ status, unusedTags }) => status === 'paid' && Number(unusedTags) > 0,
    notFound: 'tag-purchase-not-found',
    run: async (services, owner, id) =>
      (await refundAsOwner(services, owner, id)) === 'done' ? 'refunded' : 'refund-later',
  },
  note: {
    path: '/owner/note',
    ...actionTexts.note,
    list: 'purchases',
    field: {
      ...actionTexts.note.field,
      isRequired: false,
      start: ({ note }) => String(note ?? ''),
    },
    isPossible: () => true,
    notFound: 'tag-purchase-not-found',
    async run(services, owner, id, text) {
      await notePurchase(services, owner, id, text)
      return 'noted'
    },
  },
} as const satisfies Record<string, OwnerAction>

export const listOf = ({ list }: OwnerAction) => ownerLists[list]

/**
 * Revokes a TrustTag of the owner's app and emails its holder.
 * @param typed the reason, shown to anyone who checks the TrustTag
 * @throws ApiError `tag-not-found`, `tag-already-revoked`, `reason-missing`, `owner-text-too-long`; then nothing has
 * changed
 */
export async function revokeAsOwner(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'issuer' | 'mailWaiting' | 'logGrew' | 'proofAlarm'>,
  { appId, mode, actor }: Owner,
  tagId: string,
  typed: string,
): Promise<void> {
  const reason = ownerText(typed)
  if (reason === '') throw new ApiError('reason-missing')
  const tag = await findTagById(services.store, tagId)
  if (tag?.appId !== appId || tag.mode !== mode) throw new ApiError('tag-not-found')
  const isDone = await services.store.transaction((tx) => revokeTag(tx, services, { tagId, reason, actor }))
  if (!isDone) throw new ApiError('tag-already-revoked')
  services.mailWaiting()
  services.logGrew()
}

/**
 * Refunds the unused credits of a purchase, without a deadline.
 * @returns `later` if the payment provider is unreachable: the refund follows
 * @throws ApiError `tag-purchase-not-found`, `nothing-to-refund`, `payments-not-configured`,
 * `payment-provider-unavailable`; then nothing has changed
 */
export async function refundAsOwner(
  services: ReconcileServices & Pick<Services, 'mailWaiting'>,
  owner: Owner,
  purchaseId: string,
): Promise<'done' | 'later'> {
  const { store } = services
  const order = await findTagOrder(store, purchaseId)
  const isOurs = order?.appId === owner.appId && order.mode === owner.mode
  const purchase = isOurs ? await findPurchase(store, purchaseId) : null
  if (!purchase) throw new ApiError('tag-purchase-not-found')
  const record = (db: Db) =>
    insertAuditEntry(db, auditEntry(services, owner, { act: 'purchase.refund', subject: purchaseId }))
  let isRecorded = false
  const outcome = await refundUnused(services, purchase, {
    hasDeadline: false,
    // In the transaction that takes the credits, so that only completed refunds are recorded.
    async lock(tx) {
      await lockMemberById(tx, purchase.memberId)
      await record(tx)
      isRecorded = true
    },
  })
  // This call resumed an earlier refund, without that transaction.
  if (!isRecorded) await record(store)
  services.mailWaiting()
  return outcome
}

/**
 * Replaces the owner's note on a purchase; an empty text deletes it.
 * @throws ApiError `tag-purchase-not-found`, `owner-text-too-long`
 */
export async function notePurchase(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  purchaseId: string,
  typed: string,
): Promise<void> {
  const note = ownerText(typed)
  await services.store.transaction(async (tx) => {
    const order = await findTagOrder(tx, purchaseId)
    if (order?.appId !== owner.appId || order.mode !== owner.mode) throw new ApiError('tag-purchase-not-found')
    await updateTagOrder(tx, purchaseId, { note })
    const entry = { act: 'purchase.note', subject: purchaseId, detail: { before: order.note, note } }
    await insertAuditEntry(tx, auditEntry(services, owner, entry))
  })
}
