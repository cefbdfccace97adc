import { toUtf8 } from '../../../contract/bytes'
import type { TagFileServices } from '../tags/make-tag-file'
import { packTag } from '../tags/pack-tag'
import type { ReportedTag } from '../tags/signed-tag'

/**
 * One archive of everything that somebody has: for every TrustTag a folder with its credential, its proof, its badge, what a
 * wallet takes, and its certificate as PDF and as text; and the list of all of them.
 * @param list the portfolio as text
 */
export async function packPortfolio(
  services: TagFileServices,
  reported: readonly ReportedTag[],
  list: { fileName: string; text: string },
): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { [list.fileName]: toUtf8(list.text) }
  const proven = reported.filter(({ credential }) => credential !== null).map(({ tag }) => tag)
  // All in one process, instead of one for each as the files are made.
  if (proven.length > 0) await services.papers.badgePictures(proven)
  for (const one of reported) {
    const packed = await packTag(services, one)
    for (const [name, content] of Object.entries(packed)) files[`${one.tag.trustTagId}/${name}`] = content
  }
  return services.papers.pack(files)
}
