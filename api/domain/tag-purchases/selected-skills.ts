import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * The skills of the assessments that a buyer means to have issued: passed, their own, and without a TrustTag yet.
 * @param max what the package is enough for
 * @throws ApiError `attempt-not-found`, `attempt-not-passed`, `tag-already-issued`; `invalid-field-value` for too many
 */
export async function findSelectedSkills(
  { attempts, tags }: Pick<Repositories, 'attempts' | 'tags'>,
  memberId: string,
  attemptIds: readonly string[],
  max: number,
): Promise<string[]> {
  const ids = [...new Set(attemptIds)]
  if (ids.length > max) throw new ApiError('invalid-field-value')
  const skills: string[] = []
  for (const id of ids) {
    const attempt = await attempts.find(id)
    if (attempt?.memberId !== memberId) throw new ApiError('attempt-not-found')
    if (attempt.result?.passed !== true) throw new ApiError('attempt-not-passed')
    if (await tags.findByAttempt(id)) throw new ApiError('tag-already-issued')
    skills.push(attempt.skill)
  }
  return skills
}
