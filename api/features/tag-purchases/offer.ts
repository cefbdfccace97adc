import type { FreeOffer } from '../../../contract/schemas/tag-purchases'
import { ApiError } from '../../lib/errors'
import { accountKey } from '../../http/rate-limits/limiter'
import { mailboxOf } from '../../lib/text'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { lockCaller, type RequestFor } from '../members/context'
import { insertCredit } from '../tags/credits'
import { insertOfferClaim } from './repository'

/**
 * Grants the offer's free credit. The claim stores a digest of the email address and no member, so deleting and
 * recreating an account gives no second credit.
 * @throws ApiError `not-found`, `offer-ended`, `email-not-verified`, `offer-already-used`, `client/invalid-token`
 */
export async function claimOffer(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimFreeTag'>,
): Promise<void> {
  const { store, secrets, clock } = services
  if (!freeOffer(request.app, clock.now()).isOn) throw new ApiError('offer-ended')
  await store.transaction(async (tx) => {
    const { current } = await lockCaller(tx, services, request)
    if (!current.verified) throw new ApiError('email-not-verified')
    const { id: memberId, appId, mode, email } = current
    const now = clock.now()
    const emailDigest = secrets.digest(`free-tag ${accountKey(appId, mode, mailboxOf(email))}`)
    const isFirst = await insertOfferClaim(tx, { appId, mode, emailDigest, claimedAt: now })
    if (!isFirst) throw new ApiError('offer-already-used')
    const shared = { appId, mode, memberId, purchaseId: null, tagId: null, createdAt: now, changedAt: now }
    await insertCredit(tx, { id: secrets.id('crd'), status: 'AVAILABLE', ...shared })
  })
}

/** Whether a TrustTag is free now, and until when. */
export function freeOffer({ trustTag }: Pick<AppDefinition, 'trustTag'>, now: number): FreeOffer {
  const offer = trustTag?.freeOffer
  const end = offer?.endsAt === undefined ? null : Date.parse(offer.endsAt)
  const isOn = offer !== undefined && (end === null || now < end)
  return { isOn, endsAt: isOn && end !== null ? new Date(end).toISOString() : null }
}
