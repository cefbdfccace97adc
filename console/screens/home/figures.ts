import type { AdminOutput } from '../../../contract/admin/schemas'
import type { ChartPoint } from './figure-chart'

export type Figures = AdminOutput<'readFigures'>['figures']
export type Figure = Figures[number]

/** Periods of the screen, in days. */
export const periods = ['7', '30', '90'] as const
export type Period = (typeof periods)[number]

const DAY_MS = 86_400_000

export interface Range {
  from: string
  to: string
}

/** The period that ends today and the previous one. @param now epoch milliseconds */
export function rangesOf(days: number, now: number): { current: Range; before: Range } {
  const day = (back: number) => new Date(now - back * DAY_MS).toISOString().slice(0, 10)
  return { current: { from: day(days - 1), to: day(0) }, before: { from: day(2 * days - 1), to: day(days) } }
}

/** Sums over a period; the last value of what is a state, not a flow. */
const STATES: ReadonlySet<string> = new Set(['activeMembers', 'mrr'])

/**
 * A figure's value in a period, for one part.
 * @returns null if nothing is known
 */
export function valueOf(figure: Figure, part: string): number | null {
  const values = figure.series.find((one) => one.part === part)?.values ?? []
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]))
  if (known.length === 0) return null
  return STATES.has(figure.name) ? (known.at(-1) ?? null) : known.reduce((sum, value) => sum + value, 0)
}

export const pointsOf = (figure: Figure, part: string): ChartPoint[] =>
  (figure.series.find((one) => one.part === part)?.values ?? []).map(({ from, value }) => ({ day: from, value }))

/** Parts with a value, the largest first; one empty part if the figure has none. */
export function partsOf(figure: Figure): string[] {
  const parts = figure.series.map(({ part }) => part)
  if (parts.length === 0) return ['']
  return parts.toSorted((one, other) => (valueOf(figure, other) ?? 0) - (valueOf(figure, one) ?? 0))
}

/** The change of a value: a share, or the reason why it has no share. */
export function changeOf(value: number | null, before: number | null): number | 'same' | 'fresh' | 'unknown' {
  if (value === null || before === null) return 'unknown'
  if (value === before) return 'same'
  return before === 0 ? 'fresh' : (value - before) / Math.abs(before)
}

/**
 * Query of the list of members behind a figure: who joined in the period, who logged in within 30 days, whose payment
 * fails now. Null: no filter finds these members.
 * @param now epoch milliseconds
 */
export function listQueryOf(name: string, { from, to }: Range, now: number): string | null {
  // Days of the figures are those of this browser's time zone.
  const midnight = (day: string, later = 0) => {
    const start = new Date(`${day}T00:00:00`)
    start.setDate(start.getDate() + later)
    return start.toISOString()
  }
  if (name === 'signups') return `joinedFrom=${midnight(from)}&joinedTo=${midnight(to, 1)}`
  if (name === 'activeMembers') return `lastLoginFrom=${new Date(now - 30 * DAY_MS).toISOString()}&sort=lastLogin`
  return name === 'failedPayments' ? 'failedPayment=true' : null
}
