import { WORK_SAMPLE_LINK_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { ApiError } from '../../lib/errors'
import { sampleAddress } from './sample-address'

/**
 * Makes an address that shows a work sample to whoever has it, for five minutes. The database keeps its digest alone.
 * @throws ApiError `work-sample-not-found` for one that is not complete
 */
export async function makeSampleLink(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  { id, status }: Pick<WorkSampleRow, 'id' | 'status'>,
): Promise<{ url: string; expiresAt: number }> {
  if (status !== 'READY') throw new ApiError('work-sample-not-found')
  const token = secrets.sessionToken()
  const expiresAt = clock.now() + WORK_SAMPLE_LINK_LIFETIME_MINUTES * 60_000
  await store.sampleLinks.insert({ tokenDigest: secrets.digest(token), sampleId: id, expiresAt })
  return { url: sampleAddress(urls, token), expiresAt }
}
