import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { exportMember } from '../../domain/tag-profiles/export-member'
import { exportFileName } from '../../domain/tags/file-names'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Everything that is kept about the member. @throws ApiError `not-found`, `too-many-requests` */
export async function exportMyData(
  services: SignedTagServices & Pick<Services, 'rateLimiter'>,
  { app, member }: RequestFor<'exportMyData'>,
): Promise<Answer<'exportMyData'>> {
  requireTrustTags(app)
  await services.rateLimiter.take('tagDownloadsPerAccount', member.id)
  const records = await exportMember(services, app, member)
  const now = services.clock.now()
  return { data: { fileName: exportFileName(now), exportedAt: new Date(now).toISOString(), records } }
}
