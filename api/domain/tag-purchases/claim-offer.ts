import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { accountKey } from '../../lib/ids'
import { lockCaller } from '../accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { requireTrustTags } from '../assessments/require-trusttags'
import { freeOffer } from './free-offer'
import { mailboxOf } from './mailbox-of'

/**
 * Gives the caller the free credit of the offer. Who had it is kept as a digest of the address, without the member: who
 * leaves and comes back has had it.
 * @throws ApiError `not-found`, `offer-ended`, `email-not-verified`, `offer-already-used`, `client/invalid-token`
 */
export async function claimOffer(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimFreeTag'>,
): Promise<void> {
  const { store, secrets, clock } = services
  requireTrustTags(request.app)
  if (!freeOffer(request.app, clock.now()).isOn) throw new ApiError('offer-ended')
  await store.transaction(async (repositories) => {
    const { current } = await lockCaller(repositories, services, request)
    if (!current.verified) throw new ApiError('email-not-verified')
    const { id: memberId, appId, mode, email } = current
    const now = clock.now()
    const emailDigest = secrets.digest(`free-tag ${accountKey(appId, mode, mailboxOf(email))}`)
    const isFirst = await repositories.offerClaims.insert({ appId, mode, emailDigest, claimedAt: now })
    if (!isFirst) throw new ApiError('offer-already-used')
    const shared = { appId, mode, memberId, purchaseId: null, tagId: null, createdAt: now, changedAt: now }
    await repositories.credits.insert({ id: secrets.id('crd'), status: 'AVAILABLE', ...shared })
  })
}
