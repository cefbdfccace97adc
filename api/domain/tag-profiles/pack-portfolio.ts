import { toUtf8 } from '../../../contract/bytes'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import type { TagFileServices } from '../tags/make-tag-file'
import { packTag } from '../tags/pack-tag'

/**
 * One archive of everything that somebody has: for every TrustTag a folder with its credential, its proof, its badge, what a
 * wallet takes, and its certificate as PDF and as text; and the list of all of them.
 * @param credentials of the same member
 * @param list the portfolio as text
 */
export async function packPortfolio(
  services: TagFileServices,
  { tags, credentials }: { tags: readonly VerifiedTag[]; credentials: readonly CredentialRow[] },
  list: { fileName: string; text: string },
): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { [list.fileName]: toUtf8(list.text) }
  const proven = tags.filter((tag) => credentials.some(({ tagId }) => tagId === tag.trustTagId))
  // All in one process, instead of one for each as the files are made.
  if (proven.length > 0) await services.papers.badgePictures(proven)
  for (const tag of tags) {
    const credential = credentials.find(({ tagId }) => tagId === tag.trustTagId) ?? null
    const packed = await packTag(services, tag, credential)
    for (const [name, content] of Object.entries(packed)) files[`${tag.trustTagId}/${name}`] = content
  }
  return services.papers.pack(files)
}
