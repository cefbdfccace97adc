import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'

/**
 * Puts a record in line for its copy, in the transaction that writes it, so that no copy is ever forgotten. Nothing where no
 * mirror is set up.
 */
export async function noteForMirror(
  { mirrorJobs }: Pick<Repositories, 'mirrorJobs'>,
  { secrets, clock, mirror }: Pick<Services, 'secrets' | 'clock' | 'mirror'>,
  record: Pick<MirrorJobRow, 'appId' | 'mode' | 'kind' | 'recordId'>,
): Promise<void> {
  if (mirror === null) return
  const now = clock.now()
  const { appId, mode, kind, recordId } = record
  const job = { id: secrets.id('mir'), appId, mode, kind, recordId, attempts: 0, nextAttemptAt: now, createdAt: now }
  await mirrorJobs.insert(job)
}
