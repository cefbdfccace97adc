import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { portfolioFile } from '../../domain/tag-profiles/portfolio-file'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** All of the member's TrustTags as a text file. @throws ApiError `not-found` */
export async function getPortfolioText(
  services: Pick<Services, 'store' | 'clock' | 'urls'>,
  { app, member }: RequestFor<'getPortfolioText'>,
): Promise<Answer<'getPortfolioText'>> {
  requireTrustTags(app)
  const { name, text } = await portfolioFile(services, member.id)
  return { data: { fileName: `${name}.txt`, text } }
}
