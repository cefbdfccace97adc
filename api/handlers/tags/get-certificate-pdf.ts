import type { Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { tagFileName } from '../../domain/tags/file-names'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { toVerifiedTag } from '../../domain/tags/tag-facts'
import type { FileAnswer, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The certificate of one's own TrustTag to print. @throws ApiError `not-found`, `tag-not-found`, `too-many-requests` */
export async function getCertificatePdf(
  services: Pick<Services, 'store' | 'clock' | 'urls' | 'papers' | 'rateLimiter'>,
  request: RequestFor<'getCertificatePdf'>,
  { tagId }: Input<'getCertificatePdf'>,
): Promise<FileAnswer> {
  requireTrustTags(request.app)
  const tag = toVerifiedTag(services, await findOwnTag(services.store, request, tagId))
  await services.rateLimiter.take('tagDownloadsPerAccount', request.member.id)
  const content = await services.papers.certificate(tag)
  return { fileName: `${tagFileName(tag)}.pdf`, mediaType: 'application/pdf', content }
}
