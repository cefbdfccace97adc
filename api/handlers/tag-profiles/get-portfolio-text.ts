import type { Answer } from '../../../contract/schemas'
import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { portfolioFile } from '../../domain/tag-profiles/portfolio-file'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { RequestFor } from '../../ports/handler'

/** All of the member's TrustTags as a text file. @throws ApiError `not-found` */
export async function getPortfolioText(
  services: SignedTagServices,
  { app, member }: RequestFor<'getPortfolioText'>,
): Promise<Answer<'getPortfolioText'>> {
  requireTrustTags(app)
  const { name, text } = await portfolioFile(services, member.id)
  return { data: { fileName: `${name}.txt`, text } }
}
