import { isOwnTagFile, ownTagFiles } from '../../../contract/own-tag-files'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { Input } from '../../../contract/schemas'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { ApiError } from '../../domain/api-error'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { ownFileName } from '../../domain/tags/file-names'
import { findOwnTag } from '../../domain/tags/find-own-tag'
import { makeTagFile } from '../../domain/tags/make-tag-file'
import { packTag } from '../../domain/tags/pack-tag'
import { toVerifiedTag } from '../../domain/tags/tag-facts'
import type { FileAnswer, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'

/**
 * A file of one's own TrustTag, private ones too.
 * @throws ApiError `not-found`, also for a file that no TrustTag has; `tag-not-found`; `too-many-requests`
 */
export async function getOwnTagFile(
  services: Pick<Services, 'store' | 'clock' | 'urls' | 'papers' | 'rateLimiter'>,
  request: RequestFor<'getOwnTagFile'>,
  { tagId, file }: Input<'getOwnTagFile'>,
): Promise<FileAnswer> {
  requireTrustTags(request.app)
  if (!isOwnTagFile(file)) throw new ApiError('not-found')
  const tag = toVerifiedTag(services, await findOwnTag(services.store, request, tagId))
  await services.rateLimiter.take('tagDownloadsPerAccount', request.member.id)
  const credential = await services.store.credentials.find(tag.trustTagId)
  const content = await contentOf(services, { tag, credential }, file)
  return { fileName: ownFileName(tag, file), mediaType: ownTagFiles[file], content }
}

async function contentOf(
  services: Pick<Services, 'store' | 'papers'>,
  { tag, credential }: { tag: VerifiedTag; credential: CredentialRow | null },
  file: OwnTagFile,
): Promise<Uint8Array> {
  if (file === 'everything.zip') return services.papers.pack(await packTag(services, tag, credential))
  if (credential) return makeTagFile(services, { tag, credential }, file)
  // Of before TrustTags were credentials: there is a certificate, and nothing to attach to it yet.
  if (file === 'certificate.pdf') return services.papers.certificate(tag, [])
  throw new ApiError('not-found')
}
