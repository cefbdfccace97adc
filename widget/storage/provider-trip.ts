import { attempt } from '../lib/attempt'
import { isRecord } from '../lib/is-record'
import type { Trip } from '../stores/departure'
import { TRIP_KEY } from './forget-waiting'

/** @returns false where the browser keeps nothing: the answer would find nobody */
export const keepTrip = (window: Window, trip: Trip): boolean =>
  attempt(() => (window.sessionStorage.setItem(TRIP_KEY, JSON.stringify(trip)), true)) ?? false

/** Reads it and forgets it: it counts once. Null where this tab has left for nowhere. Any script of the site can write here. */
export function takeTrip(window: Window): Trip | null {
  const trip = attempt((): unknown => JSON.parse(window.sessionStorage.getItem(TRIP_KEY) ?? ''))
  attempt(() => window.sessionStorage.removeItem(TRIP_KEY))
  if (!isRecord(trip)) return null
  const { verifier, fragment, redirect } = trip
  if (typeof verifier !== 'string' || typeof fragment !== 'string') return null
  return { verifier, fragment, ...((redirect === null || typeof redirect === 'string') && { redirect }) }
}
