import { describe, expect, test } from 'vitest'
import { budgets } from './budgets'
import { median } from './median'
import { formatTable, type Medians, verdict } from './verdict'

const onTheLine: Medians = {
  bundleGzipBytes: budgets.bundleGzipBytes,
  floorScript: 1,
  widgetScript: 10 * budgets.scriptAtLoadRatio,
  eagerScript: 10,
  widgetBlocking: budgets.blockingAtLoadMs,
  emptyHeap: 1000,
  widgetHeap: 1000 + 1000 * budgets.heapRatio,
  eagerHeap: 2000,
  warmClick: budgets.warmClickMs,
  coldClick: 100 * budgets.coldClickRatio,
  lazyClick: 100,
}

describe('the verdict of the bench', () => {
  test('is kept for every budget that is just met', () => {
    expect(verdict(onTheLine).filter(({ kept }) => !kept)).toEqual([])
    expect(formatTable(verdict(onTheLine))).not.toContain('MISSED')
  })

  test.each([
    ['membership.js', { bundleGzipBytes: budgets.bundleGzipBytes + 1 }],
    ['script at load', { widgetScript: 2 }],
    ['blocking time', { widgetBlocking: 1 }],
    ['heap', { widgetHeap: 1600 }],
    ['click → form, warmed', { warmClick: budgets.warmClickMs + 1 }],
    ['click → form, cold', { coldClick: 140 }],
  ])('is missed by %s alone when only that is over', (what, change) => {
    const missed = verdict({ ...onTheLine, ...change }).filter(({ kept }) => !kept)
    expect(missed.map((line) => line.what)).toEqual([expect.stringContaining(what)])
    expect(formatTable(missed)).toContain('MISSED')
  })
})

describe('the median', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('of nothing is an error, not a zero that would keep every budget', () => {
    expect(() => median([])).toThrow('no median')
  })
})
