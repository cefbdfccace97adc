import { toUtf8 } from '../../../contract/bytes'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import { certificateText } from './certificate-text'
import { ownFileName, tagFileName } from './file-names'
import { makeTagFile } from './make-tag-file'
import type { TagFileServices } from './make-tag-file'

/**
 * Everything that there is of a TrustTag, for an archive: content by name.
 * @param credential null of one that was issued before TrustTags were credentials, and has none yet
 * @throws ApiError `too-many-requests` while too much is being drawn, `service-unavailable`
 */
export async function packTag(
  services: TagFileServices,
  tag: VerifiedTag,
  credential: CredentialRow | null,
): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = { [`${tagFileName(tag)}.txt`]: toUtf8(certificateText(tag)) }
  if (credential === null) {
    files[ownFileName(tag, 'certificate.pdf')] = await services.papers.certificate(tag, [])
    return files
  }
  for (const file of fileNames) files[ownFileName(tag, file)] = await makeTagFile(services, { tag, credential }, file)
  return files
}

const fileNames = Object.keys(tagFiles).filter((name): name is TagFile => Object.hasOwn(tagFiles, name))
