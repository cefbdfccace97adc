import type { VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import { portfolioFileName } from '../tags/file-names'
import { toVerifiedTag } from '../tags/tag-facts'
import { verifyPageUrl } from '../tags/verify-url'
import { portfolioText } from './portfolio-text'

/** A member's TrustTags, the newest first, and the list of them as a text file. Names come without an ending. */
export async function portfolioFile(
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  memberId: string,
): Promise<{ name: string; text: string; tags: VerifiedTag[] }> {
  const rows = await services.store.tags.listByMember(memberId)
  const tags = rows.map((row) => toVerifiedTag(services, row))
  const now = services.clock.now()
  const text = portfolioText(tags, { now, checkUrl: verifyPageUrl(services.urls) })
  return { name: portfolioFileName(now), text, tags }
}
