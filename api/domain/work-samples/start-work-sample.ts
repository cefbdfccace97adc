import { WORK_SAMPLES_PER_ATTEMPT_MAX, WORK_SAMPLES_PER_MEMBER_MAX_BYTES } from '../../../contract/limits'
import { workSampleKinds } from '../../../contract/work-sample-types'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { lockCaller } from '../accounts/lock-caller'
import { ApiError } from '../../lib/errors'
import { reserveUpload } from '../storage/within-storage'
import type { StorageServices } from '../storage/within-storage'
import { claimedType } from './claimed-type'
import { findMembersAttempt } from './own-work-sample'
import type { MemberRequest } from './own-work-sample'

export interface AnnouncedFile {
  name: string
  type: string
  sizeBytes: number
  /** What the device made of its content, where it said so. */
  fingerprint?: string | undefined
}

/**
 * Keeps a place for a file of a completed assessment. What is announced counts as used, so that many at once stay within the
 * limits.
 * @throws ApiError `not-found`, `attempt-not-found`, `attempt-not-complete`, `unsupported-file-type`, `work-sample-too-large`,
 *   `too-many-work-samples`, `work-sample-space-used-up`, `too-many-requests`, `client/invalid-token`, and as `reserveUpload`
 */
export async function startWorkSample(
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
  return reserveUpload(services, request, sizeBytes, async (repositories) => {
    await lockCaller(repositories, services, request)
    const attempt = await findMembersAttempt(repositories, request, attemptId)
    if (attempt.status !== 'COMPLETE') throw new ApiError('attempt-not-complete')
    await requireRoom(repositories, request.member.id, attemptId, sizeBytes)
    const sample: WorkSampleRow = {
      id: secrets.id('smp'),
      appId: attempt.appId,
      mode: attempt.mode,
      memberId: request.member.id,
      attemptId,
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
    await repositories.workSamples.insert(sample)
    return sample
  })
}

async function requireRoom(
  { workSamples }: Pick<Repositories, 'workSamples'>,
  memberId: string,
  attemptId: string,
  sizeBytes: number,
): Promise<void> {
  const all = await workSamples.listByMember(memberId)
  if (all.filter((sample) => sample.attemptId === attemptId).length >= WORK_SAMPLES_PER_ATTEMPT_MAX)
    throw new ApiError('too-many-work-samples')
  const used = all.reduce((sum, sample) => sum + sample.sizeBytes, 0)
  if (used + sizeBytes > WORK_SAMPLES_PER_MEMBER_MAX_BYTES) throw new ApiError('work-sample-space-used-up')
}
