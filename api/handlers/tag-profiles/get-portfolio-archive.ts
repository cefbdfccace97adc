import { requireTrustTags } from '../../domain/assessments/require-trusttags'
import { packPortfolio } from '../../domain/tag-profiles/pack-portfolio'
import { portfolioFile } from '../../domain/tag-profiles/portfolio-file'
import type { FileAnswer, RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** All of the member's TrustTags with certificates and pictures in one archive. @throws ApiError `not-found`, `too-many-requests` */
export async function getPortfolioArchive(
  services: Pick<Services, 'store' | 'clock' | 'urls' | 'papers' | 'rateLimiter'>,
  { app, member }: RequestFor<'getPortfolioArchive'>,
): Promise<FileAnswer> {
  requireTrustTags(app)
  await services.rateLimiter.take('tagArchivesPerAccount', member.id)
  const { name, text, tags } = await portfolioFile(services, member.id)
  const credentials = await services.store.credentials.listByMember(member.id)
  const content = await packPortfolio(services, { tags, credentials }, { fileName: `${name}.txt`, text })
  return { fileName: `${name}.zip`, mediaType: 'application/zip', content }
}
