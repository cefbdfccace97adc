import type { WorkSampleMediaType } from '../../../contract/work-sample-types'
import type { Services } from '../../ports/services'
import type { WorkSampleProgress, WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { ApiError } from '../../lib/errors'
import { kindOf } from './claimed-type'
import { dropWorkSample } from './drop-work-sample'
import { overtaken } from './overtaken'
import { removeSampleFiles } from './remove-sample-files'

type FinishServices = Pick<Services, 'store' | 'uploads' | 'images' | 'secrets' | 'clock' | 'log'>

/** What is kept of a checked file. */
type Kept = Required<Pick<WorkSampleProgress, 'type' | 'sizeBytes' | 'file'>>

/**
 * Checks a file whose last part is written and keeps it for good; a picture is made anew from its pixels. The database says so
 * last: what is cut off before is done again with the last part.
 * @throws ApiError `unsupported-file-type` and `too-many-pixels` (then it is removed), `wrong-offset`,
 *   `work-sample-not-found`, `too-many-requests`, `service-unavailable`
 */
export async function finishWorkSample(services: FinishServices, sample: WorkSampleRow): Promise<WorkSampleRow> {
  const { store, uploads, clock } = services
  await requireWhole(services, sample)
  const type = await uploads.typeOf(sample.file)
  if (type === null || kindOf(type) !== kindOf(sample.type)) return refuse(services, sample)
  const kept = await keep(services, sample, type)
  const ready = {
    ...kept,
    receivedBytes: kept.sizeBytes,
    status: 'READY' as const,
    digest: await uploads.digest(kept.file),
    changedAt: clock.now(),
  }
  const left = kept.file === sample.file ? [] : [sample.file]
  if (await store.workSamples.advance(sample.id, sample.receivedBytes, ready)) {
    await removeSampleFiles(services, left)
    return { ...sample, ...ready }
  }
  if (left.length > 0) await removeSampleFiles(services, [kept.file])
  return overtaken(services, sample)
}

/** A storage may show what it took a moment later: what is checked, and digested, must be all of it. */
async function requireWhole({ uploads }: FinishServices, { file, sizeBytes }: WorkSampleRow): Promise<void> {
  if ((await uploads.size(file)) !== sizeBytes) throw new ApiError('service-unavailable')
}

async function keep(services: FinishServices, sample: WorkSampleRow, type: WorkSampleMediaType): Promise<Kept> {
  if (kindOf(type) !== 'image') return { type, sizeBytes: sample.sizeBytes, file: sample.file }
  const { uploads, images, secrets } = services
  const image = await images
    .encodeWhole(
      async () => new Uint8Array(await new Response(uploads.read(sample.file, 0, sample.sizeBytes - 1)).arrayBuffer()),
    )
    .catch((error: unknown) => refuse(services, sample, error))
  const file = `${secrets.fileId()}.webp`
  await uploads.write(file, 0, image.content)
  return { type: image.type, sizeBytes: image.content.length, file }
}

const ITS_OWN_FAULT: ReadonlySet<string> = new Set(['unsupported-file-type', 'too-many-pixels'])

/** Removes what can never be kept; after a failure of ours it stays, and the last part can be sent again. */
async function refuse(
  services: FinishServices,
  sample: WorkSampleRow,
  error: unknown = new ApiError('unsupported-file-type'),
): Promise<never> {
  if (error instanceof ApiError && ITS_OWN_FAULT.has(error.code)) await dropWorkSample(services, sample)
  throw error
}
