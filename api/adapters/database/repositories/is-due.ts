import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Whether something waits no longer: its time has come, or lies further ahead than any pause is long. Then the clock was set
 * back since, and it would wait for as long as that was.
 * @param pauseMaxMs the longest time that anything is put off by, in milliseconds
 */
export const isDue = (now: number, pauseMaxMs: number): RawBuilder<boolean> =>
  sql<boolean>`(next_attempt_at <= ${now} or next_attempt_at > ${now + pauseMaxMs})`
