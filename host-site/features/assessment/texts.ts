import type { CallResult } from '../../lib/site-api'

/** Sentences of the assessment that no server says. */
export const assessmentTexts = {
  gone: 'This assessment is not to be found any more. Please pick a skill.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  notSaved: 'Your answers could not be saved. Nothing is lost: please try again.',
  general: 'General questions on safety and quality at work: there are none on this skill alone yet.',
  saving: 'Saving…',
  saved: 'Saved',
  failing: 'Not saved yet. Your answers are kept on this page.',
} as const

/** What is said of assessments that a login did not take over; empty without any. */
export function droppedText(skills: readonly string[]): string {
  if (skills.length === 0) return ''
  const names = new Intl.ListFormat('en').format(new Set(skills))
  return `What you did in this browser for ${names} does not count: your account has an earlier result, and the time to wait was not over.`
}

/** Why an assessment that the address names cannot be shown. */
export const loadFailureText = ({ code, error }: CallResult<'getAttempt'> & { success: false }): string =>
  code === 'attempt-not-found' ? assessmentTexts.gone : error || assessmentTexts.unreachable

const HOUR_SECONDS = 3_600

/** Why an assessment did not begin, with how long to wait where that is known. */
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
