import { ApiError } from '../../lib/errors'
import type { SettleServices } from '../payments/settle'
import { refundUnused } from '../tag-purchases/refund'
import { revokeTag } from '../tags/revoke'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { auditEntry, ownerText } from '../audit/actions'
import type { Owner } from '../audit/actions'
import { ownerLists } from './lists'
import type { OwnerRecord } from './lists'

/** An action on a row of a list. */
export interface OwnerAction {
  path: `/owner/${string}`
  /** On the link in the row, and in the page's title. */
  name: string
  list: 'tags' | 'purchases'
  explanation: string
  button: string
  /** Text that the owner enters. */
  field?: { label: string; hint: string; isRequired: boolean; start: (record: OwnerRecord) => string }
  isPossible: (record: OwnerRecord) => boolean
  notFound: 'tag-not-found' | 'tag-purchase-not-found'
  /** @returns the key of the sentence that the next page shows */
  run: (services: Services, owner: Owner, id: string, text: string) => Promise<ActionResult>
}

/** Sentences for the page that follows an action. */
export const actionResults = {
  revoked: 'The TrustTag is revoked. Its holder is told by mail.',
  refunded: 'The unused TrustTags are refunded. The buyer is told by mail.',
  'refund-later':
    'The refund is noted. The payment service cannot be reached right now: it gets word as soon as it can.',
  noted: 'The note is saved.',
} as const

type ActionResult = keyof typeof actionResults

export const ownerActions = {
  revoke: {
    path: '/owner/revoke',
    name: 'Revoke',
    list: 'tags',
    explanation: 'Whoever checks this TrustTag will read that it was revoked, and why. This cannot be taken back.',
    button: 'Revoke this TrustTag',
    field: {
      label: 'Reason',
      hint: 'In one or two sentences. Employers read it, and the holder gets it by mail.',
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
    name: 'Refund',
    list: 'purchases',
    explanation: 'Every unused TrustTag of this purchase is taken back and its share of the price is refunded.',
    button: 'Refund what is unused',
    isPossible: ({ status, unusedTags }) => status === 'paid' && Number(unusedTags) > 0,
    notFound: 'tag-purchase-not-found',
    run: async (services, owner, id) =>
      (await refundAsOwner(services, owner, id)) === 'done' ? 'refunded' : 'refund-later',
  },
  note: {
    path: '/owner/note',
    name: 'Note',
    list: 'purchases',
    explanation: 'Your own words on this purchase. Buyers who export their data get them, too.',
    button: 'Save the note',
    field: {
      label: 'Note',
      hint: 'It takes the place of the note that is there. Leave it empty to take that away.',
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

/** The list that an action belongs to. */
export const listOf = ({ list }: OwnerAction) => ownerLists[list]

/**
 * Revokes a TrustTag of the owner's app and mails its holder.
 * @param typed the reason, shown to everyone who checks the TrustTag
 * @throws ApiError `tag-not-found`, `tag-already-revoked`, `reason-missing`, `owner-text-too-long`; then nothing has changed
 */
export async function revokeAsOwner(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'issuer' | 'mailWaiting' | 'logGrew' | 'proofAlarm'>,
  { appId, mode, actor }: Owner,
  tagId: string,
  typed: string,
): Promise<void> {
  const reason = ownerText(typed)
  if (reason === '') throw new ApiError('reason-missing')
  const tag = await services.store.tags.find(tagId)
  if (tag?.appId !== appId || tag.mode !== mode) throw new ApiError('tag-not-found')
  const isDone = await services.store.transaction((repositories) =>
    revokeTag(repositories, services, { tagId, reason, actor }),
  )
  if (!isDone) throw new ApiError('tag-already-revoked')
  services.mailWaiting()
  services.logGrew()
}

/**
 * Refunds the unused credits of a purchase, without a deadline.
 * @returns `later` when the payment provider is unreachable: the refund follows
 * @throws ApiError `tag-purchase-not-found`, `nothing-to-refund`, `payments-not-configured`,
 *   `payment-provider-unavailable`; then nothing has changed
 */
export async function refundAsOwner(
  services: SettleServices & Pick<Services, 'mailWaiting'>,
  owner: Owner,
  purchaseId: string,
): Promise<'done' | 'later'> {
  const { store } = services
  const order = await store.tagOrders.find(purchaseId)
  const isOurs = order?.appId === owner.appId && order.mode === owner.mode
  const purchase = isOurs ? await store.purchases.find(purchaseId) : null
  if (!purchase) throw new ApiError('tag-purchase-not-found')
  const record = ({ auditLog }: Pick<Repositories, 'auditLog'>) =>
    auditLog.insert(auditEntry(services, owner, { act: 'purchase.refund', subject: purchaseId }))
  let isRecorded = false
  const outcome = await refundUnused(services, purchase, {
    hasDeadline: false,
    // In the transaction that takes the credits, so that exactly the completed refunds are recorded.
    async lock(repositories) {
      await repositories.members.lock(purchase.memberId)
      await record(repositories)
      isRecorded = true
    },
  })
  // An earlier refund was resumed, without this transaction.
  if (!isRecorded) await record(store)
  services.mailWaiting()
  return outcome
}

/**
 * Replaces the owner's note on a purchase; an empty one deletes it.
 * @throws ApiError `tag-purchase-not-found`, `owner-text-too-long`
 */
export async function notePurchase(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  purchaseId: string,
  typed: string,
): Promise<void> {
  const note = ownerText(typed)
  await services.store.transaction(async ({ tagOrders, auditLog }) => {
    const order = await tagOrders.find(purchaseId)
    if (order?.appId !== owner.appId || order.mode !== owner.mode) throw new ApiError('tag-purchase-not-found')
    await tagOrders.update(purchaseId, { note })
    const entry = { act: 'purchase.note', subject: purchaseId, detail: { before: order.note, note } }
    await auditLog.insert(auditEntry(services, owner, entry))
  })
}
