import type { Services } from '../../ports/services'
import { ApiError } from '../../lib/errors'
import { revokeTag } from '../../features/tags/revoke'
import { ownerText } from './owner-act'
import type { Owner } from './owner-act'

/**
 * Revokes a TrustTag of the owner's app. Its holder is told by mail.
 * @param typed the reason, which whoever checks the TrustTag reads
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
