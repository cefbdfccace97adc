import { WORK_SAMPLE_UPLOAD_LIFETIME_HOURS } from '../../../contract/limits'
import type { Services } from '../../ports/services'

const HOUR_MS = 60 * 60 * 1000
/** A younger file may belong to a picture that is just being made. */
const SWEPT_AFTER_MS = HOUR_MS
const BATCH_SIZE = 200

/**
 * Removes what nobody goes on sending, and the files that are no work sample's: of deleted assessments and members, and those
 * that a killed process left between file and database.
 */
export async function sweepWorkSamples(services: Pick<Services, 'store' | 'uploads' | 'clock'>): Promise<void> {
  const { store, uploads, clock } = services
  const now = clock.now()
  const givenUp = await store.workSamples.deleteGivenUp(now - WORK_SAMPLE_UPLOAD_LIFETIME_HOURS * HOUR_MS)
  for (const file of givenUp) await uploads.remove(file)
  let batch: string[] = []
  for await (const { name, changedAt } of uploads.list()) {
    if (now - changedAt > SWEPT_AFTER_MS) batch.push(name)
    if (batch.length < BATCH_SIZE) continue
    await sweep(services, batch)
    batch = []
  }
  await sweep(services, batch)
}

async function sweep({ store, uploads }: Pick<Services, 'store' | 'uploads'>, files: readonly string[]): Promise<void> {
  const used = new Set(await store.workSamples.findUsedFiles(files))
  for (const file of files) if (!used.has(file)) await uploads.remove(file)
}
