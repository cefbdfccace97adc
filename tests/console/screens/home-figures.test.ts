import { describe, expect, it } from 'vitest'
import {
  changeOf,
  hasChart,
  listedFigures,
  listQueryOf,
  partsOf,
  rangesOf,
  valueOf,
} from '../../../console/screens/home/figures'
import type { Figure } from '../../../console/screens/home/figures'
import { readListState, writeListState } from '../../../console/screens/members/filter'

const NOW = Date.parse('2026-11-23T10:00:00Z')

function figure(name: Figure['name'], series: Readonly<Record<string, readonly (number | null)[]>>): Figure {
  return {
    name,
    unit: 'count',
    series: Object.entries(series).map(([part, values]) => ({
      part,
      values: values.map((value, index) => ({ from: `2026-11-0${index + 1}`, value })),
    })),
  }
}

it('compares the days until today with as many before', () =>
  expect(rangesOf(7, '2026-11-23')).toEqual({
    current: { from: '2026-11-17', to: '2026-11-23' },
    before: { from: '2026-11-10', to: '2026-11-16' },
  }))

describe('the value of a period', () => {
  it.each([
    ['signups', [1, 0, 4], 5],
    ['signups', [null, 2], 2],
    ['mrr', [null, 900, 1200], 1200],
    ['activeMembers', [7, null], 7],
    ['mrr', [null, null], null],
  ] as const)('of %s with %j is %j', (name, values, value) =>
    expect(valueOf(figure(name, { '': values }), '')).toBe(value),
  )

  it('is unknown for a part that the figure does not have', () =>
    expect(valueOf(figure('revenue', { usd: [1] }), 'eur')).toBeNull())
})

it('has the largest currency first, and one empty part without any', () => {
  expect(partsOf(figure('revenue', { eur: [5], usd: [9, 1] }))).toEqual(['usd', 'eur'])
  expect(partsOf(figure('revenue', {}))).toEqual([''])
})

it.each([
  [12, 10, 0.2],
  [5, 10, -0.5],
  [-5, -10, 0.5],
  [10, 10, 'same'],
  [10, 0, 'fresh'],
  [10, null, 'unknown'],
  [null, 10, 'unknown'],
] as const)('the change to %j from %j is %j', (value, before, change) => expect(changeOf(value, before)).toBe(change))

it('draws a line only if a day has more than zero', () => {
  const points = (...values: (number | null)[]) => values.map((value) => ({ day: '2026-11-01', value }))
  expect(hasChart(points(0, null, 0))).toBe(false)
  expect(hasChart(points(null, 3))).toBe(false)
  expect(hasChart(points(0, 3))).toBe(true)
})

it.each(listedFigures)('the list behind %s has filters that the list of members knows', (name) => {
  const query = listQueryOf(name, { from: '2026-11-17', to: '2026-11-23' }, 'UTC', NOW)
  const known = new URLSearchParams(writeListState(readListState(query)))
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  expect(known.size).toBeGreaterThan(0)
})

it('the list behind a figure has the days of the app’s time zone, also where clocks change', () => {
  const query = listQueryOf('signups', { from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin', NOW)
  expect(query).toBe('joinedFrom=2026-10-24T22:00:00.000Z&joinedTo=2026-10-25T23:00:00.000Z')
})
