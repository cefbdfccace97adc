/* Days of a time zone, as `2026-11-23`. */

/** Time zone of the days in an app's figures. */
export const zoneOf = (app: { timeZone?: string | undefined }): string => app.timeZone ?? 'UTC'

const DAY_MS = 24 * 60 * 60 * 1000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The clock of the zone, read as if it were UTC. */
function localTime(time: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const toDay = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

export const dayOf = (time: number, zone: string): string => toDay(localTime(time, zone))

/** @returns epoch milliseconds of the day's first moment; after a midnight that the zone skips, of the next hour */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - (localTime(midnight, zone) - midnight)
  const better = midnight - (localTime(guess, zone) - guess)
  // At a change of the clock one of the two is in the day before.
  return [Math.min(guess, better), Math.max(guess, better)].find((time) => dayOf(time, zone) === day) ?? guess
}

export const nextDay = (day: string): string => toDay(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

export const daysBefore = (day: string, count: number): string => toDay(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS)

/** Both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

const figureSteps = ['day', 'week', 'month', 'total'] as const
export type FigureStep = (typeof figureSteps)[number]

/** The shared properties of a step's values. Weeks start on Monday. */
export function stepOf(day: string, step: FigureStep): string {
  if (step === 'month') return day.slice(0, 7)
  if (step === 'total') return ''
  if (step === 'day') return day
  return daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
}
