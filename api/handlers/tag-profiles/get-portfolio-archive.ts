import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { packPortfolio } from '../../domain/tag-profiles/pack-portfolio'
import { portfolioFile } from '../../domain/tag-profiles/portfolio-file'
import type { SignedTagServices } from '../../domain/tags/signed-tag'
import type { FileAnswer, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** All of the member's TrustTags with certificates and pictures in one archive. @throws ApiError `not-found`, `too-many-requests` */
export async function getPortfolioArchive(
  services: SignedTagServices & Pick<Services, 'papers' | 'rateLimiter'>,
  { app, member }: RequestFor<'getPortfolioArchive'>,
): Promise<FileAnswer> {
  requireTrustTags(app)
  await services.rateLimiter.take('tagArchivesPerAccount', member.id)
  const { name, text, reported } = await portfolioFile(services, member.id)
  const content = await packPortfolio(services, reported, { fileName: `${name}.txt`, text })
  return { fileName: `${name}.zip`, mediaType: 'application/zip', content }
}
