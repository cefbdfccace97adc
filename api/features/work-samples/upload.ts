import {
  WORK_SAMPLE_UPLOAD_LIFETIME_HOURS,
  WORK_SAMPLES_PER_ATTEMPT_MAX,
  WORK_SAMPLES_PER_MEMBER_MAX_BYTES,
} from '../../../contract/limits'
import { workSampleKinds, workSampleTypes } from '../../../contract/work-sample-types'
import type { Services } from '../../http/services'
import { lockCaller } from '../members/context'
import { ApiError } from '../../lib/errors'
import { reserveUpload } from '../files/account-storage'
import type { StorageServices } from '../files/account-storage'
import type { WorkSampleKind, WorkSampleMediaType, WorkSampleType } from '../../../contract/work-sample-types'
import type { Db } from '../../database/db'
import type { RequestContext } from '../members/context'
import { requireTrustTags } from '../assessments/attempts'
import { findAttempt } from '../assessments/repository'
import type { AttemptRow } from '../assessments/repository'
import type { MemberRow } from '../members/repository'
import {
  advanceWorkSample,
  deleteAbandonedWorkSamples,
  deleteWorkSampleById,
  findUsedFiles,
  findWorkSampleById,
  insertWorkSample,
  listWorkSamplesByMember,
} from './repository'
import type { WorkSampleProgress, WorkSampleRow } from './repository'

type MemberRequest = RequestContext & { member: MemberRow }
type UploadServices = Pick<Services, 'store' | 'uploads' | 'images' | 'secrets' | 'clock' | 'log'>
type FileServices = Pick<Services, 'store' | 'uploads' | 'log'>

interface AnnouncedFile {
  name: string
  type: string
  sizeBytes: number
  /** Digest of the content, if the device sent one. */
  fingerprint?: string | undefined
}

/**
 * Reserves space for a file of a completed assessment. The announced size is used, so that parallel uploads stay
 * within the limits.
 * @throws ApiError `not-found`, `attempt-not-found`, `attempt-not-complete`, `unsupported-file-type`,
 * `work-sample-too-large`, `too-many-work-samples`, `work-sample-space-used-up`, `too-many-requests`,
 * `client/invalid-token`, and as `reserveUpload`
 */
export async function startUpload(
  services: StorageServices & Pick<Services, 'secrets' | 'rateLimiter'>,
  request: MemberRequest,
  attemptId: string,
  { name, type, sizeBytes, fingerprint }: AnnouncedFile,
): Promise<WorkSampleRow> {
  const { secrets, clock, rateLimiter } = services
  await rateLimiter.take('workSamplesPerAccount', request.member.id)
  const claimed = claimedType(name, type)
  if (sizeBytes > workSampleKinds[claimed.kind].maxBytes) throw new ApiError('work-sample-too-large')
  const now = clock.now()
  return reserveUpload(services, request, sizeBytes, async (tx) => {
    await lockCaller(tx, services, request)
    const attempt = await findMembersAttempt(tx, request, attemptId)
    if (attempt.status !== 'COMPLETE') throw new ApiError('attempt-not-complete')
    await requireSpace(tx, request.member.id, attemptId, sizeBytes)
    const sample: WorkSampleRow = {
      id: secrets.id('smp'),
      appId: attempt.appId,
      mode: attempt.mode,
      memberId: request.member.id,
      attemptId,
      shownWith: null,
      name,
      fingerprint: fingerprint ?? null,
      type: claimed.type,
      sizeBytes,
      receivedBytes: 0,
      status: 'RECEIVING',
      file: `${secrets.fileId()}.${claimed.endings[0] ?? 'bin'}`,
      digest: null,
      createdAt: now,
      changedAt: now,
    }
    await insertWorkSample(tx, sample)
    return sample
  })
}

async function requireSpace(db: Db, memberId: string, attemptId: string, sizeBytes: number): Promise<void> {
  const all = await listWorkSamplesByMember(db, memberId)
  if (all.filter((sample) => sample.attemptId === attemptId).length >= WORK_SAMPLES_PER_ATTEMPT_MAX)
    throw new ApiError('too-many-work-samples')
  const used = all.reduce((sum, sample) => sum + sample.sizeBytes, 0)
  if (used + sizeBytes > WORK_SAMPLES_PER_MEMBER_MAX_BYTES) throw new ApiError('work-sample-space-used-up')
}

/**
 * Stores the next part of a file; after the last one, the file is checked and completed, or removed. The client sends a
 * part again until the database row includes it.
 * @throws ApiError `not-found`, `work-sample-not-found`, `wrong-offset`, `invalid-field-value` for more than was
 * announced, `unsupported-file-type` and `too-many-pixels` (then it is removed), `too-many-requests`,
 * `service-unavailable`
 */
export async function receivePart(
  services: UploadServices,
  request: MemberRequest,
  id: string,
  { offset, content }: { offset: number; content: Uint8Array },
): Promise<WorkSampleRow> {
  const { store, uploads } = services
  return uploads.withLock(id, async () => {
    const sample = await findOwnWorkSample(store, request, id)
    const end = offset + content.length
    if (sample.status !== 'RECEIVING' || offset !== sample.receivedBytes) throw new ApiError('wrong-offset')
    if (end > sample.sizeBytes) throw new ApiError('invalid-field-value')
    const stored = await uploads.write(sample.file, offset, content)
    if (stored < end) await resetTo(services, sample, stored)
    if (offset === 0) await requireKind(services, sample)
    if (end === sample.sizeBytes) return completeUpload(services, sample)
    return advance(services, sample, end)
  })
}

/** The disk can lag behind the database, as after restoring a backup: the client resumes where the file ends. */
async function resetTo({ store, clock }: UploadServices, sample: WorkSampleRow, stored: number): Promise<never> {
  await advanceWorkSample(store, sample.id, sample.receivedBytes, { receivedBytes: stored, changedAt: clock.now() })
  throw new ApiError('wrong-offset')
}

/** Refuses a wrong file by its first part, not after two hundred megabytes. */
async function requireKind(services: UploadServices, sample: WorkSampleRow): Promise<void> {
  const kind = await services.uploads.kindOf(sample.file)
  if (kind === undefined || kind === kindOf(sample.type)) return
  await deleteWorkSample(services, sample)
  throw new ApiError('unsupported-file-type')
}

async function advance(services: UploadServices, sample: WorkSampleRow, end: number): Promise<WorkSampleRow> {
  const progress = { receivedBytes: end, changedAt: services.clock.now() }
  if (await advanceWorkSample(services.store, sample.id, sample.receivedBytes, progress))
    return { ...sample, ...progress }
  return failOnConflict(services, sample)
}

type CheckedFile = Required<Pick<WorkSampleProgress, 'type' | 'sizeBytes' | 'file'>>

/** The database changes last: after a crash, the client sends the last part again, and this runs again. */
async function completeUpload(services: UploadServices, sample: WorkSampleRow): Promise<WorkSampleRow> {
  const { store, uploads, clock } = services
  await requireWhole(services, sample)
  const type = await uploads.typeOf(sample.file)
  if (type === null || kindOf(type) !== kindOf(sample.type)) return refuse(services, sample)
  const checked = await toCheckedFile(services, sample, type)
  const ready = {
    ...checked,
    receivedBytes: checked.sizeBytes,
    status: 'READY' as const,
    digest: await uploads.digest(checked.file),
    changedAt: clock.now(),
  }
  const replaced = checked.file === sample.file ? [] : [sample.file]
  if (await advanceWorkSample(store, sample.id, sample.receivedBytes, ready)) {
    await removeSampleFiles(services, replaced)
    return { ...sample, ...ready }
  }
  if (replaced.length > 0) await removeSampleFiles(services, [checked.file])
  return failOnConflict(services, sample)
}

/** Object storage may show a write late; type and digest must be those of the whole file. */
async function requireWhole({ uploads }: UploadServices, { file, sizeBytes }: WorkSampleRow): Promise<void> {
  if ((await uploads.size(file)) !== sizeBytes) throw new ApiError('service-unavailable')
}

/** Re-encodes images from their pixels; other files do not change. */
async function toCheckedFile(
  services: UploadServices,
  sample: WorkSampleRow,
  type: WorkSampleMediaType,
): Promise<CheckedFile> {
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

const FILE_FAULTS: ReadonlySet<string> = new Set(['unsupported-file-type', 'too-many-pixels'])

/** Removes a file that can never pass. After our failure it stays, and the last part can be sent again. */
async function refuse(
  services: UploadServices,
  sample: WorkSampleRow,
  error: unknown = new ApiError('unsupported-file-type'),
): Promise<never> {
  if (error instanceof ApiError && FILE_FAULTS.has(error.code)) await deleteWorkSample(services, sample)
  throw error
}

/** Another process wrote the part or deleted the sample. @throws ApiError `wrong-offset`, `work-sample-not-found` */
async function failOnConflict(services: FileServices, sample: WorkSampleRow): Promise<never> {
  const current = await findWorkSampleById(services.store, sample.id)
  if (current) throw new ApiError('wrong-offset')
  await removeSampleFiles(services, [sample.file])
  throw new ApiError('work-sample-not-found')
}

/** Deletes the row first: a file without a row is swept later, but a row without a file would be a dead link. */
export async function deleteWorkSample(
  services: FileServices,
  { id, file }: Pick<WorkSampleRow, 'id' | 'file'>,
): Promise<void> {
  await deleteWorkSampleById(services.store, id)
  await removeSampleFiles(services, [file])
}

/** Never rejects: `sweepWorkSamples` removes leftovers. */
export async function removeSampleFiles(
  { uploads, log }: Pick<Services, 'uploads' | 'log'>,
  files: readonly string[],
): Promise<void> {
  for (const name of files)
    await uploads
      .remove(name)
      .catch((error: unknown) =>
        log.warn({ name, reason: error instanceof Error ? error.message : 'unknown' }, 'could not delete a file'),
      )
}

const HOUR_MS = 60 * 60 * 1000
/** Announcing costs nothing: a few accounts could reserve the storage of the whole app. Clients send the first part at once. */
const EMPTY_UPLOAD_LIFETIME_MS = HOUR_MS
/** A younger file may belong to an image that is still being encoded. */
const SWEPT_AFTER_MS = HOUR_MS
const BATCH_SIZE = 200

/** Removes abandoned uploads, and files without a row: of deleted members and assessments, and of killed processes. */
export async function sweepWorkSamples(services: Pick<Services, 'store' | 'uploads' | 'clock'>): Promise<void> {
  const { store, uploads, clock } = services
  const now = clock.now()
  const givenUp = await deleteAbandonedWorkSamples(store, {
    lastPart: now - WORK_SAMPLE_UPLOAD_LIFETIME_HOURS * HOUR_MS,
    announced: now - EMPTY_UPLOAD_LIFETIME_MS,
  })
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
  const used = new Set(await findUsedFiles(store, files))
  for (const file of files) if (!used.has(file)) await uploads.remove(file)
}

/** @throws ApiError `not-found`, `attempt-not-found`, also for an attempt that no member has claimed */
export async function findMembersAttempt(
  db: Db,
  { app, member }: Pick<MemberRequest, 'app' | 'member'>,
  attemptId: string,
): Promise<AttemptRow> {
  requireTrustTags(app)
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.memberId !== member.id) throw new ApiError('attempt-not-found')
  return attempt
}

/** @throws ApiError `not-found`, `work-sample-not-found`, also for another member's */
export async function findOwnWorkSample(
  db: Db,
  { app, member }: Pick<MemberRequest, 'app' | 'member'>,
  id: string,
): Promise<WorkSampleRow> {
  requireTrustTags(app)
  const sample = await findWorkSampleById(db, id)
  if (sample?.memberId !== member.id) throw new ApiError('work-sample-not-found')
  return sample
}

/** `jpg` for `Photo.JPG`; empty without one. */
const endingOf = (name: string): string => /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''

const types: readonly WorkSampleType[] = workSampleTypes

/** Null for a media type that is not accepted. */
export const kindOf = (type: string): WorkSampleKind | null => types.find((one) => one.type === type)?.kind ?? null

/** By media type, or if it is unknown, by file name. @throws ApiError `unsupported-file-type` */
export function claimedType(name: string, type: string): WorkSampleType {
  const mediaType = type.split(';')[0]?.trim().toLowerCase()
  const found =
    types.find((one) => one.type === mediaType) ?? types.find(({ endings }) => endings.includes(endingOf(name)))
  if (!found) throw new ApiError('unsupported-file-type')
  return found
}

/** The holder's file name with an extension that fits the type: systems open a file by its extension. */
export function downloadName(name: string, type: string): string {
  const own = types.find((one) => one.type === type)
  const [usual = 'bin'] = own?.endings ?? []
  const ending = endingOf(name)
  if (own?.endings.includes(ending)) return name
  const isOfItsKind = types.some(({ kind, endings }) => kind === own?.kind && endings.includes(ending))
  return `${isOfItsKind ? name.slice(0, -ending.length - 1) : name}.${usual}`
}
