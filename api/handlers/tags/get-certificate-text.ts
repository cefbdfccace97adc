import type { Answer, Input } from '../../../contract/schemas'
import { requireTrustTags } from '../../features/assessments/access'
import { certificateText } from '../../domain/tags/certificate-text'
import { tagFileName } from '../../domain/tags/file-names'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { drawable, readSignedTag } from '../../domain/tags/signed-tag'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'

/** The certificate of one's own TrustTag as a text file. @throws ApiError `not-found`, `tag-not-found`, `service-unavailable` */
export async function getCertificateText(
  services: SignedTagServices,
  request: RequestFor<'getCertificateText'>,
  { tagId }: Input<'getCertificateText'>,
): Promise<Answer<'getCertificateText'>> {
  requireTrustTags(request.app)
  const tag = drawable(await readSignedTag(services, await findOwnTag(services.store, request, tagId)))
  return { data: { fileName: `${tagFileName(tag)}.txt`, text: certificateText(tag) } }
}
