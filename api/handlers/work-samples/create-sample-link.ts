import type { Answer, Input } from '../../../contract/schemas'
import { makeSampleLink } from '../../domain/work-samples/make-sample-link'
import { findOwnWorkSample } from '../../domain/work-samples/own-work-sample'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** An address under which a file can be opened for five minutes. @throws ApiError `not-found`, `work-sample-not-found`, `too-many-requests` */
export async function createSampleLink(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls' | 'rateLimiter'>,
  request: RequestFor<'createSampleLink'>,
  { sampleId }: Input<'createSampleLink'>,
): Promise<Answer<'createSampleLink'>> {
  await services.rateLimiter.take('sampleLinksPerAccount', request.member.id)
  const sample = await findOwnWorkSample(services.store, request, sampleId)
  const { url, expiresAt } = await makeSampleLink(services, sample)
  return { data: { url, expiresAt: new Date(expiresAt).toISOString() } }
}
