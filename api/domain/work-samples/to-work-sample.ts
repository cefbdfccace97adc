import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'

/** A work sample as its holder sees it. */
export const toWorkSample = (row: WorkSampleRow): WorkSample => ({
  id: row.id,
  name: row.name,
  fingerprint: row.fingerprint,
  type: row.type,
  sizeBytes: row.sizeBytes,
  receivedBytes: row.receivedBytes,
  status: row.status === 'READY' ? 'ready' : 'receiving',
  createdAt: new Date(row.createdAt).toISOString(),
})
