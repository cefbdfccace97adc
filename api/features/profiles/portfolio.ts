import { packTag, portfolioFileName } from '../tags/files'
import { readSignedTags, verifyPageUrl } from '../tags/signed-tag'
import type { ReportedTag, SignedTagServices } from '../tags/signed-tag'
import { toUtf8 } from '../../../contract/bytes'
import type { TagFileServices } from '../tags/files'
import type { VerifiedTag } from '../../../contract/schemas/tags'
import { dayText, tagLines, tagSentences } from '../tags/texts'

/** The member's signed TrustTags, newest first, and their list as text. @returns name of the file without its extension */
export async function portfolioFile(
  services: SignedTagServices,
  memberId: string,
): Promise<{ name: string; text: string; reported: ReportedTag[] }> {
  const rows = await services.store.tags.listByMember(memberId)
  const reported = (await readSignedTags(services, rows)).filter(({ state }) => state !== 'altered')
  const tags = reported.map(({ tag }) => tag)
  const now = services.clock.now()
  const text = portfolioText(tags, { now, checkUrl: verifyPageUrl(services.urls) })
  return { name: portfolioFileName(now), text, reported }
}

/**
 * One archive with a folder for each TrustTag: credential, proof, badge, wallet file, and certificate as PDF and text.
 * @param list the portfolio as text
 */
export async function packPortfolio(
  services: TagFileServices,
  reported: readonly ReportedTag[],
  list: { fileName: string; text: string },
): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = { [list.fileName]: toUtf8(list.text) }
  const proven = reported.filter(({ credential }) => credential !== null).map(({ tag }) => tag)
  // Fills the image cache with one drawing process instead of one for each TrustTag.
  if (proven.length > 0) await services.papers.badgePictures(proven)
  for (const one of reported) {
    const packed = await packTag(services, one)
    for (const [name, content] of Object.entries(packed)) files[`${one.tag.trustTagId}/${name}`] = content
  }
  return services.papers.pack(files)
}

const RULE = '-'.repeat(60)

function portfolioText(tags: readonly VerifiedTag[], { now, checkUrl }: { now: number; checkUrl: string }): string {
  const list = tags.flatMap((tag) => [...tagLines(tag), `Check it:    ${tag.url}`, RULE])
  return `${[
    'TRUSTTAG PORTFOLIO',
    `As of ${dayText(now)}`,
    RULE,
    ...(tags.length === 0 ? ['No TrustTags yet.', RULE] : list),
    `Anybody can check a TrustTag by its ID, free and without an account: ${checkUrl}`,
    '',
    tagSentences.whatItIs,
  ].join('\n')}\n`
}
