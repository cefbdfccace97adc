import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { TagPapers } from '../../ports/trusttag/tag-papers'
import { certificateText } from '../tags/certificate-text'
import { tagFileName } from '../tags/file-names'

/**
 * One archive of everything that somebody has: for every TrustTag a folder with the record itself, its certificate as PDF and
 * as text, and its picture; and the list of all of them.
 * @param list the portfolio as text
 */
export async function packPortfolio(
  papers: TagPapers,
  tags: readonly VerifiedTag[],
  list: { fileName: string; text: string },
): Promise<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const pictures = tags.length === 0 ? [] : await papers.sharePictures(tags)
  const files: Record<string, Uint8Array> = { [list.fileName]: bytes(list.text) }
  for (const [index, tag] of tags.entries()) {
    const path = `${tag.trustTagId}/${tagFileName(tag)}`
    files[`${path}.json`] = bytes(`${JSON.stringify(tag, null, 2)}\n`)
    files[`${path}.txt`] = bytes(certificateText(tag))
    files[`${path}.pdf`] = await papers.certificate(tag)
    const picture = pictures[index]
    if (picture) files[`${path}.png`] = picture
  }
  return papers.pack(files)
}
