import { describe, expect, it } from 'vitest'
import { longTime, money, parseMoney, percent, relativeTime, shortDay, wholeMoney } from '../../../console/lib/format'

describe('money', () => {
  it.each([
    [1200, 'usd', '$12.00'],
    [1200, 'jpy', '¥1,200'],
    [1234, 'kwd', 'KWD 1.234'],
    [0, 'eur', '€0.00'],
  ])('%i in %s reads %s', (amount, currency, text) => {
    expect(money(amount, currency, 'en-US').replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('of a payment of a plan is in whole units', () => expect(wholeMoney(12, 'usd', 'en-US')).toBe('$12.00'))

  it.each([
    ['12', 'usd', 1200],
    ['12.5', 'usd', 1250],
    ['12,50', 'eur', 1250],
    [' 0.05 ', 'usd', 5],
    ['1200', 'jpy', 1200],
    ['12.50', 'jpy', null],
    ['12.345', 'usd', null],
    ['1,200.00', 'usd', null],
    ['-1', 'usd', null],
    ['', 'usd', null],
    ['12x', 'usd', null],
  ])('%j in %s is %s in minor units', (typed, currency, amount) => {
    expect(parseMoney(typed, currency)).toBe(amount)
  })
})

describe('times', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')

  it.each([
    [0, 'now'],
    [-90_000, '1 minute ago'],
    [-3 * 3_600_000, '3 hours ago'],
    [-24 * 3_600_000, 'yesterday'],
    [5 * 24 * 3_600_000, 'in 5 days'],
    [-400 * 24 * 3_600_000, 'last year'],
  ])('%i milliseconds from now read %s', (distance, text) => {
    expect(relativeTime(now + distance, now, 'en-US')).toBe(text)
  })

  it('are written out', () => {
    expect(longTime(now, 'en-US')).toMatch(/^Nov 2[34], 2026, \d+:00/u)
    expect(shortDay('2026-11-23', 'en-US')).toBe('Nov 23')
  })

  it('shares are percentages', () => expect(percent(0.1234, 'en-US')).toBe('12.3%'))
})
