import { describe, expect, it } from 'vitest'
import {
  filtersOf,
  hasFilters,
  hasWrongDays,
  inputOf,
  noFilters,
  searchOf,
} from '../../../console/screens/audit/filters'

describe('filters of the audit log', () => {
  it('survive the address', () => {
    const filters = { ...noFilters, act: 'member.delete', subject: 'mem_1 & co', from: '2026-11-01', to: '2026-11-02' }
    expect(filtersOf(searchOf(filters))).toEqual(filters)
    expect(searchOf(noFilters)).toBe('')
  })

  it('ignore days that do not exist and parameters of others', () => {
    expect(filtersOf('?from=2026-02-31&to=soon&x=1')).toEqual(noFilters)
    expect(hasFilters(filtersOf('?x=1'))).toBe(false)
    expect(hasFilters(filtersOf('?actor=owner+command'))).toBe(true)
  })

  it('send whole days of the person’s time zone', () => {
    const input = inputOf({ ...noFilters, from: '2026-03-01', to: '2026-03-31' })
    expect(input).toEqual({
      from: new Date(2026, 2, 1).toISOString(),
      to: new Date(2026, 3, 1).toISOString(),
    })
    expect(inputOf(noFilters)).toEqual({})
  })

  it('know a last day before the first', () => {
    expect(hasWrongDays({ ...noFilters, from: '2026-03-02', to: '2026-03-01' })).toBe(true)
    expect(hasWrongDays({ ...noFilters, from: '2026-03-01', to: '2026-03-01' })).toBe(false)
    expect(hasWrongDays({ ...noFilters, to: '2026-03-01' })).toBe(false)
  })
})
