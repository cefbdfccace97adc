import { portfolioFileName } from '../tags/file-names'
import { readSignedTags } from '../tags/signed-tag'
import type { ReportedTag, SignedTagServices } from '../tags/signed-tag'
import { verifyPageUrl } from '../tags/verify-url'
import { portfolioText } from './portfolio-text'

/** A member's TrustTags as they were signed, the newest first, and the list of them as a text file. The name is without an ending. */
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
