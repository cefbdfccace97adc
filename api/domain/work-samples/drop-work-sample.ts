import type { Services } from '../../ports/services'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { removeSampleFiles } from './remove-sample-files'

/** Deletes a work sample with its file. The row goes first: a file without one is swept, a row without one leads nowhere. */
export async function dropWorkSample(
  services: Pick<Services, 'store' | 'uploads' | 'log'>,
  { id, file }: Pick<WorkSampleRow, 'id' | 'file'>,
): Promise<void> {
  await services.store.workSamples.delete(id)
  await removeSampleFiles(services, [file])
}
