import type { Services } from '../../ports/services'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { ApiError } from '../../lib/errors'
import { kindOf } from './claimed-type'
import { dropWorkSample } from './drop-work-sample'
import { finishWorkSample } from './finish-work-sample'
import { overtaken } from './overtaken'
import { findOwnWorkSample } from './own-work-sample'
import type { MemberRequest } from './own-work-sample'

export type UploadServices = Pick<Services, 'store' | 'uploads' | 'images' | 'secrets' | 'clock' | 'log'>

/**
 * Keeps the next part of a file; with the last one the file is checked and kept for good, or removed. A part counts once the
 * database says so: whatever happens before, the client sends it again.
 * @throws ApiError `not-found`, `work-sample-not-found`, `wrong-offset`, `invalid-field-value` for more than was announced,
 *   `unsupported-file-type` and `too-many-pixels` (then it is removed), `too-many-requests`, `service-unavailable`
 */
export async function receivePart(
  services: UploadServices,
  request: MemberRequest,
  id: string,
  { offset, content }: { offset: number; content: Uint8Array },
): Promise<WorkSampleRow> {
  const { store, uploads } = services
  return uploads.inTurn(id, async () => {
    const sample = await findOwnWorkSample(store, request, id)
    const end = offset + content.length
    if (sample.status !== 'RECEIVING' || offset !== sample.receivedBytes) throw new ApiError('wrong-offset')
    if (end > sample.sizeBytes) throw new ApiError('invalid-field-value')
    const held = await uploads.write(sample.file, offset, content)
    if (held < end) await goBack(services, sample, held)
    if (offset === 0) await requireKind(services, sample)
    if (end === sample.sizeBytes) return finishWorkSample(services, sample)
    return advance(services, sample, end)
  })
}

/** The disk has less than the database says, as after a restored backup: the client goes on where the file ends. */
async function goBack({ store, clock }: UploadServices, sample: WorkSampleRow, held: number): Promise<never> {
  await store.workSamples.advance(sample.id, sample.receivedBytes, { receivedBytes: held, changedAt: clock.now() })
  throw new ApiError('wrong-offset')
}

/** What is plainly something else is refused at once, not after two hundred megabytes. */
async function requireKind(services: UploadServices, sample: WorkSampleRow): Promise<void> {
  const kind = await services.uploads.kindOf(sample.file)
  if (kind === undefined || kind === kindOf(sample.type)) return
  await dropWorkSample(services, sample)
  throw new ApiError('unsupported-file-type')
}

async function advance(services: UploadServices, sample: WorkSampleRow, end: number): Promise<WorkSampleRow> {
  const progress = { receivedBytes: end, changedAt: services.clock.now() }
  if (await services.store.workSamples.advance(sample.id, sample.receivedBytes, progress))
    return { ...sample, ...progress }
  return overtaken(services, sample)
}
