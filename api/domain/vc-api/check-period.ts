import { fail } from './check-values'
import type { JsonRecord } from './signed-parts'

/** An XML Schema 1.1 dateTimeStamp: date, time, and the offset from UTC. */
const STAMP =
  /^-?(?:[1-9]\d{3,}|0\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/u

/** @throws {VcProblem} when a date is none, or the period ends before it begins */
export function checkPeriod(credential: JsonRecord): void {
  const [from, until] = [momentOf(credential, 'validFrom'), momentOf(credential, 'validUntil')]
  momentOf(credential, 'issuanceDate')
  momentOf(credential, 'expirationDate')
  if (from !== null && until !== null && from > until) fail('validFrom must not be later than validUntil.')
}

interface Period {
  /** Names of the properties; null where there is none. */
  from: string | null
  until: string
}

/**
 * @param now epoch milliseconds
 * @throws {VcProblem} when something is not valid yet, or no longer
 */
export function requireInTime(owner: JsonRecord, { from, until }: Period, now: number): void {
  const [start, end] = [from === null ? null : momentOf(owner, from), momentOf(owner, until)]
  if (start !== null && start > now) fail(`${from} lies in the future.`, 'signature')
  if (end !== null && end < now) fail(`${until} has passed.`, 'signature')
}

/** Epoch milliseconds; null when it is not there. */
function momentOf(owner: JsonRecord, name: string): number | null {
  if (!(name in owner)) return null
  const value = owner[name]
  const moment = typeof value === 'string' && STAMP.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(moment)) fail(`${name} must be a date with time and offset, such as 2026-11-22T09:00:00Z.`)
  return moment
}
