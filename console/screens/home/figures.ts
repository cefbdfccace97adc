import type { AdminOutput } from '../../../contract/admin/schemas'
import { daysBefore, nextDay, startOfDay } from '../../../contract/zone-days'
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

/** The period that ends with this day and the previous one. */
export function rangesOf(days: number, today: string): { current: Range; before: Range } {
  const day = (back: number) => daysBefore(today, back)
  return { current: { from: day(days - 1), to: today }, before: { from: day(2 * days - 1), to: day(days) } }
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

/** Figures with a card and a list of members, in the order of the screen. */
export const listedFigures = ['mrr', 'revenue', 'signups', 'activeMembers', 'newPayers', 'failedPayments'] as const
export type ListedFigure = (typeof listedFigures)[number]

/** Whether a line over the days says something: several days are known, and not all are zero. */
export const hasChart = (points: readonly ChartPoint[]): boolean =>
  points.filter(({ value }) => value !== null).length > 1 && points.some(({ value }) => value)

/** The change of a value: a share, or the reason why it has no share. */
export function changeOf(value: number | null, before: number | null): number | 'same' | 'fresh' | 'unknown' {
  if (value === null || before === null) return 'unknown'
  if (value === before) return 'same'
  return before === 0 ? 'fresh' : (value - before) / Math.abs(before)
}

/**
 * Query of the list of members behind a figure. Lists of payments have all currencies.
 * @param zone of the days
 * @param now epoch milliseconds
 */
export function listQueryOf(name: ListedFigure, { from, to }: Range, zone: string, now: number): string {
  const start = (day: string) => new Date(startOfDay(day, zone)).toISOString()
  const inPeriod = (filter: string) => `${filter}From=${start(from)}&${filter}To=${start(nextDay(to))}`
  const queries: Record<ListedFigure, string> = {
    mrr: 'subscribed=true',
    revenue: inPeriod('paid'),
    signups: inPeriod('joined'),
    activeMembers: `lastLoginFrom=${new Date(now - 30 * DAY_MS).toISOString()}&sort=lastLogin`,
    newPayers: inPeriod('firstPaid'),
    // The figure counts charges of the period; the list has those who owe now, whom someone may help.
    failedPayments: 'failedPayment=true',
  }
  return queries[name]
}
