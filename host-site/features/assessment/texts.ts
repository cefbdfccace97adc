import type { CallResult } from '../../lib/site-api'

export const assessmentTexts = {
  gone: 'This assessment could not be found. Please pick a skill.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  notSaved: 'Your answers could not be saved. Nothing is lost. Please try again.',
  general: 'This test uses general workplace questions. None are specific to this skill yet.',
  saving: 'Saving…',
  saved: 'Saved',
  failing: 'Not saved yet. Your answers are kept on this page.',
  waiting: 'The next question could not be loaded. It follows once you are online again.',
  practice: 'Practice: these ten open questions do not count and earn no TrustTag.',
  joinToCount: 'Log in, then choose the skill again to take the ten that count.',
  verifyToCount: 'Verify your email, then choose the skill again to take the ten that count.',
  counts:
    'This attempt counts. Copying, pasting and leaving the page for more than a minute are noted. They can lead to a second set.',
  timeOver: 'The time is over. Questions without an answer are wrong.',
} as const

export const loadFailureText = ({ code, error }: CallResult<'getAttempt'> & { success: false }): string =>
  code === 'attempt-not-found' ? assessmentTexts.gone : error || assessmentTexts.unreachable

const HOUR_SECONDS = 3_600

/** Adds the waiting time where it is known. */
export function startFailureText(result: CallResult<'startAttempt'> & { success: false }): string {
  const { error, retryAfterSeconds } = result
  if (!error) return assessmentTexts.unreachable
  return retryAfterSeconds === null ? error : `${error} Please come back in ${waitText(retryAfterSeconds)}.`
}

/** `5 minutes`, `24 hours`, `7 days`. */
export function waitText(seconds: number): string {
  if (seconds < HOUR_SECONDS) return count(Math.ceil(seconds / 60), 'minute')
  const hours = Math.ceil(seconds / HOUR_SECONDS)
  return hours <= 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`
