import type { RequestContext } from '../../ports/handler'
import type { Repositories, MemberRow } from '../../ports/store'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import { ApiError } from '../../lib/errors'
import { requireTrustTags } from '../assessments/require-trusttags'

export type MemberRequest = RequestContext & { member: MemberRow }

/** @throws ApiError `not-found`, `attempt-not-found`, also for one that nobody logged in has claimed */
export async function findMembersAttempt(
  { attempts }: Pick<Repositories, 'attempts'>,
  { app, member }: Pick<MemberRequest, 'app' | 'member'>,
  attemptId: string,
): Promise<AttemptRow> {
  requireTrustTags(app)
  const attempt = await attempts.find(attemptId)
  if (attempt?.memberId !== member.id) throw new ApiError('attempt-not-found')
  return attempt
}

/** @throws ApiError `not-found`, `work-sample-not-found`, also for somebody else's */
export async function findOwnWorkSample(
  { workSamples }: Pick<Repositories, 'workSamples'>,
  { app, member }: Pick<MemberRequest, 'app' | 'member'>,
  id: string,
): Promise<WorkSampleRow> {
  requireTrustTags(app)
  const sample = await workSamples.find(id)
  if (sample?.memberId !== member.id) throw new ApiError('work-sample-not-found')
  return sample
}
