import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { findShownTag } from '../../domain/tags/find-shown-tag'
import { reportOnTag } from '../../domain/tags/report-on-tag'
import type { ReportServices } from '../../domain/tags/report-on-tag'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * What anybody may know of a TrustTag, and what a check of it finds.
 * @throws ApiError `tag-not-found`, also for a private one, `too-many-requests`
 */
export async function verifyTag(
  services: ReportServices & SignedTagServices & Pick<Services, 'rateLimiter'>,
  { address }: RequestFor<'verifyTag'>,
  { tagId }: Input<'verifyTag'>,
): Promise<Answer<'verifyTag'>> {
  await services.rateLimiter.take('tagChecksPerAddress', address)
  const shown = await findShownTag(services, tagId)
  if (!shown) throw new ApiError('tag-not-found')
  return { data: await reportOnTag(services, shown) }
}
