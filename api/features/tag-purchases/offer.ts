import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { accountKey } from '../../domain/account-key'
import { lockCaller } from '../members/context'
import { ApiError } from '../../domain/api-error'
import type { FreeOffer } from '../../../contract/schemas/tag-purchases'
import type { AppDefinition } from '../apps/definition'

/**
 * Grants the free credit of the offer. The claim stores a digest of the email address and no member, so an account that is
 * deleted and created again gets no second one.
 * @throws ApiError `not-found`, `offer-ended`, `email-not-verified`, `offer-already-used`, `client/invalid-token`
 */
export async function claimOffer(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestFor<'claimFreeTag'>,
): Promise<void> {
  const { store, secrets, clock } = services
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

/** Whether a TrustTag is free now, and until when. */
export function freeOffer({ trustTag }: Pick<AppDefinition, 'trustTag'>, now: number): FreeOffer {
  const offer = trustTag?.freeOffer
  const end = offer?.endsAt === undefined ? null : Date.parse(offer.endsAt)
  const isOn = offer !== undefined && (end === null || now < end)
  return { isOn, endsAt: isOn && end !== null ? new Date(end).toISOString() : null }
}

/** Providers that ignore dots in the local part. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Normalizes case, plus tags and ignored dots, to recognize one mailbox under several addresses. Never send to the result. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const plain = address.slice(0, at).replace(/(?<=.)\+.*$/u, '')
  const isDotless = WITHOUT_DOTS.has(domain)
  return isDotless ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
