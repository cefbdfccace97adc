import type { Services } from '../../ports/services'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { ApiError } from '../../lib/errors'
import { removeSampleFiles } from './remove-sample-files'

/**
 * Ends what was done for a work sample that somebody else changed meanwhile: another process wrote the same part, or it was
 * deleted while its file was made anew here.
 * @throws ApiError `wrong-offset`, `work-sample-not-found`
 */
export async function overtaken(
  services: Pick<Services, 'store' | 'uploads' | 'log'>,
  sample: WorkSampleRow,
): Promise<never> {
  const current = await services.store.workSamples.find(sample.id)
  if (current) throw new ApiError('wrong-offset')
  await removeSampleFiles(services, [sample.file])
  throw new ApiError('work-sample-not-found')
}
