import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { certificateText } from '../../domain/tags/certificate-text'
import { tagFileName } from '../../domain/tags/file-names'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { toVerifiedTag } from '../../domain/tags/tag-facts'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** The certificate of one's own TrustTag as a text file. @throws ApiError `not-found`, `tag-not-found` */
export async function getCertificateText(
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  request: RequestFor<'getCertificateText'>,
  { tagId }: Input<'getCertificateText'>,
): Promise<Answer<'getCertificateText'>> {
  requireTrustTags(request.app)
  const tag = toVerifiedTag(services, await findOwnTag(services.store, request, tagId))
  return { data: { fileName: `${tagFileName(tag)}.txt`, text: certificateText(tag) } }
}
