import type { Services } from '../../ports/services'
import { filesUrl } from './file-address'

/** A younger file may belong to an upload that is just being answered. */
const SWEPT_AFTER_MS = 60 * 60 * 1000
const BATCH_SIZE = 200

/** Removes stored files that are no member's: those that a killed process left between file and database. */
export async function sweepFiles(services: Pick<Services, 'store' | 'files' | 'urls' | 'clock'>): Promise<void> {
  const { files, clock } = services
  let batch: string[] = []
  for await (const { name, changedAt } of files.list()) {
    if (clock.now() - changedAt > SWEPT_AFTER_MS) batch.push(name)
    if (batch.length < BATCH_SIZE) continue
    await sweep(services, batch)
    batch = []
  }
  await sweep(services, batch)
}

async function sweep(
  { store, files, urls }: Pick<Services, 'store' | 'files' | 'urls'>,
  names: readonly string[],
): Promise<void> {
  const base = filesUrl(urls)
  const used = new Set(await store.members.findUsedImages(names.map((name) => base + name)))
  for (const name of names) if (!used.has(base + name)) await files.remove(name)
}
