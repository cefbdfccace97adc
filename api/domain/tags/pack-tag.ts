import { toUtf8 } from '../../../contract/bytes'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import { certificateText } from './certificate-text'
import { ownFileName, tagFileName } from './file-names'
import { makeTagFile } from './make-tag-file'
import type { TagFileServices } from './make-tag-file'
import { drawable } from './signed-tag'
import type { ReportedTag } from './signed-tag'

/**
 * Everything that there is of a TrustTag, for an archive: content by name.
 * @throws ApiError `too-many-requests` while too much is being drawn, `service-unavailable`
 */
export async function packTag(services: TagFileServices, reported: ReportedTag): Promise<Record<string, Uint8Array>> {
  const { credential } = reported
  const tag = drawable(reported)
  const files: Record<string, Uint8Array> = { [`${tagFileName(tag)}.txt`]: toUtf8(certificateText(tag)) }
  if (credential === null) {
    files[ownFileName(tag, 'certificate.pdf')] = await services.papers.certificate(tag, [])
    return files
  }
  for (const file of fileNames)
    files[ownFileName(tag, file)] = await makeTagFile(services, { ...reported, credential }, file)
  return files
}

const fileNames = Object.keys(tagFiles).filter((name): name is TagFile => Object.hasOwn(tagFiles, name))
