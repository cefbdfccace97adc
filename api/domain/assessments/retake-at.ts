import { FIRST_RETAKE_AFTER_HOURS, LATER_RETAKE_AFTER_DAYS } from '../../../contract/limits'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * When a skill can be tried again: a day after the first completed attempt, a week after each further one.
 * @param attempts of one person at one skill; open ones do not count
 * @returns epoch milliseconds, null when none is completed
 */
export function retakeAt(attempts: readonly Pick<AttemptRow, 'completedAt'>[]): number | null {
  const completed = attempts.flatMap(({ completedAt }) => completedAt ?? [])
  if (completed.length === 0) return null
  const wait = completed.length === 1 ? FIRST_RETAKE_AFTER_HOURS * HOUR_MS : LATER_RETAKE_AFTER_DAYS * DAY_MS
  return completed.reduce((latest, time) => Math.max(latest, time), 0) + wait
}
