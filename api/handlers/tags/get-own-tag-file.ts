import { isOwnTagFile, ownTagFiles } from '../../../contract/own-tag-files'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { ownFileName } from '../../domain/tags/file-names'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { makeTagFile } from '../../domain/tags/make-tag-file'
import { packTag } from '../../domain/tags/pack-tag'
import { drawable, readSignedTag } from '../../domain/tags/signed-tag'
import type { ReportedTag, SignedTagServices } from '../../domain/tags/signed-tag'
import type { FileAnswer, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * A file of one's own TrustTag, private ones too.
 * @throws ApiError `not-found`, also for a file that no TrustTag has; `tag-not-found`; `too-many-requests`
 */
export async function getOwnTagFile(
  services: SignedTagServices & Pick<Services, 'papers' | 'rateLimiter'>,
  request: RequestFor<'getOwnTagFile'>,
  { tagId, file }: Input<'getOwnTagFile'>,
): Promise<FileAnswer> {
  requireTrustTags(request.app)
  if (!isOwnTagFile(file)) throw new ApiError('not-found')
  const own = await findOwnTag(services.store, request, tagId)
  await services.rateLimiter.take('tagDownloadsPerAccount', request.member.id)
  const reported = await readSignedTag(services, own)
  const content = await contentOf(services, reported, file)
  return { fileName: ownFileName(reported.tag, file), mediaType: ownTagFiles[file], content }
}

async function contentOf(
  services: Pick<Services, 'store' | 'papers'>,
  reported: ReportedTag,
  file: OwnTagFile,
): Promise<Uint8Array> {
  const { credential } = reported
  if (file === 'everything.zip') return services.papers.pack(await packTag(services, reported))
  if (credential) return makeTagFile(services, { ...reported, credential }, file)
  // Of before TrustTags were credentials: there is a certificate, and nothing to attach to it yet.
  if (file === 'certificate.pdf') return services.papers.certificate(drawable(reported), [])
  throw new ApiError('not-found')
}
