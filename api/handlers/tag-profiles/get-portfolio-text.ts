import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { portfolioText } from '../../domain/tag-profiles/portfolio-text'
import { portfolioFileName } from '../../domain/tags/file-names'
import { toVerifiedTag } from '../../domain/tags/tag-facts'
import { verifyPageUrl } from '../../domain/tags/verify-url'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** All of the member's TrustTags as a text file. @throws ApiError `not-found` */
export async function getPortfolioText(
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  { app, member }: RequestFor<'getPortfolioText'>,
): Promise<Answer<'getPortfolioText'>> {
  requireTrustTags(app)
  const rows = await services.store.tags.listByMember(member.id)
  const now = services.clock.now()
  const tags = rows.map((row) => toVerifiedTag(services, row))
  const text = portfolioText(tags, { now, checkUrl: verifyPageUrl(services.urls) })
  return { data: { fileName: `${portfolioFileName(now)}.txt`, text } }
}
