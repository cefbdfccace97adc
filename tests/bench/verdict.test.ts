import { describe, expect, test } from 'vitest'
import { budgets } from './budgets'
import { formatComparison } from './comparison'
import { formatTable } from './format-table'
import type { AttributeCost } from './measure-attributes'
import type { InspectorCost } from './measure-inspector'
import { type FeltRound, formatFelt } from './measure-felt'
import { formatFirstPaint } from './measure-first-paint'
import { median } from './median'
import { type Contender, type Figures, medianRound } from './round'
import { type Medians, verdict } from './verdict'

const figures = (change: Partial<Figures> = {}): Figures => ({
  scriptMs: 10,
  blockingMs: 50,
  heapBytes: 1000,
  clickMs: 100,
  ...change,
})
const widget = figures({
  scriptMs: budgets.scriptAtLoadRatio,
  blockingMs: budgets.blockingAtLoadMs,
  heapBytes: 1000 * budgets.heapRatio,
  clickMs: 100 * budgets.warmClickRatio,
})
const others = { eager: figures(), lazy: figures(), hanko: figures(), netlify: figures() }
const onTheLine: Medians = {
  bundleGzipBytes: budgets.bundleGzipBytes,
  contenders: { widget, ...others },
  floorScriptMs: 1,
  coldClickMs: 100 * budgets.coldClickRatio,
  attributes: {
    widget: { mountMs: 200 * budgets.attributeMountRatio, insertionMs: 300 * budgets.insertionRatio },
    alpine: { mountMs: 200, insertionMs: 300 },
  },
  inspector: { sliceMs: budgets.inspectorSliceMs, scanMs: 400 * budgets.inspectorScanRatio, axeMs: 400 },
}
const withAttributes = (change: Partial<AttributeCost>): Medians => ({
  ...onTheLine,
  attributes: { ...onTheLine.attributes, widget: { ...onTheLine.attributes.widget, ...change } },
})
const withInspector = (change: Partial<InspectorCost>): Medians => ({
  ...onTheLine,
  inspector: { ...onTheLine.inspector, ...change },
})
const withFigures = (name: Contender, change: Partial<Figures>): Medians => ({
  ...onTheLine,
  contenders: { ...onTheLine.contenders, [name]: { ...onTheLine.contenders[name], ...change } },
})
const missed = (medians: Medians) => verdict(medians).filter(({ kept }) => !kept)

describe('the verdict of the bench', () => {
  test('passes a budget that is met exactly', () => {
    expect(missed(onTheLine)).toEqual([])
    expect(formatTable(verdict(onTheLine))).not.toContain('MISSED')
  })

  test.each([
    ['membership.js', { ...onTheLine, bundleGzipBytes: budgets.bundleGzipBytes + 1 }],
    ['script at load', withFigures('widget', { scriptMs: 2.2 })],
    ['blocking time', withFigures('widget', { blockingMs: 1 })],
    ['heap', withFigures('widget', { heapBytes: 601 })],
    ['click → form, warmed', withFigures('widget', { clickMs: 161 })],
    ['click → form, cold', { ...onTheLine, coldClickMs: 251 }],
    ['attributes mounted', withAttributes({ mountMs: 301 })],
    ['inserted', withAttributes({ insertionMs: 301 })],
    ['longest task', withInspector({ sliceMs: 51 })],
    ['an inspection / axe-core', withInspector({ scanMs: 401 })],
  ])('fails only %s if only that is over', (what, medians) => {
    expect(missed(medians).map((line) => line.what)).toEqual([expect.stringContaining(what)])
    expect(formatTable(verdict(medians))).toContain('MISSED')
  })

  test('a preloaded click is compared with the fastest peer', () => {
    const slowPeers = { hanko: figures({ clickMs: 400 }), netlify: figures({ clickMs: 300 }) }
    const clicked = (clickMs: number): Medians => ({
      ...onTheLine,
      contenders: { widget: { ...widget, clickMs }, ...others, ...slowPeers },
    })
    expect(missed(clicked(300 * budgets.warmClickRatio))).toEqual([])
    expect(missed(clicked(301 * budgets.warmClickRatio))).toHaveLength(1)
  })
})

test('the comparison has a row of figures for each page', () => {
  const rows = formatComparison(withFigures('netlify', { clickMs: 123.44 })).split('\n')
  expect(rows).toHaveLength(6)
  expect(rows[1]).toMatch(/^this widget .*160\.0 ms {2}warmed; 250\.0 ms cold$/)
  expect(rows[5]).toMatch(/^Netlify Identity 2\.0\.3 .* 10\.0 ms .* 50\.0 ms .* 1 kB .*123\.4 ms/)
})

test('the median round takes the median of each figure', () => {
  const round = (clickMs: number): Medians => ({
    ...withFigures('lazy', { clickMs, scriptMs: 10 - clickMs }),
    attributes: withAttributes({ mountMs: clickMs, insertionMs: 10 - clickMs }).attributes,
    inspector: withInspector({ sliceMs: clickMs, scanMs: 10 - clickMs }).inspector,
  })
  const { contenders, attributes, inspector } = medianRound([1, 9, 5].map(round))
  const { lazy, eager } = contenders
  expect(attributes).toEqual({ widget: { mountMs: 5, insertionMs: 5 }, alpine: { mountMs: 200, insertionMs: 300 } })
  expect(inspector).toEqual({ sliceMs: 5, scanMs: 5, axeMs: 400 })
  expect(lazy).toMatchObject({ clickMs: 5, scriptMs: 5, heapBytes: 1000 })
  expect(eager).toEqual(figures())
})

describe('the median', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('of no values is an error, not a zero that would pass every budget', () => {
    expect(() => median([])).toThrow('no median')
  })
})

test('the table of what a visitor feels has medians, and the fastest peer of each figure as its goal', () => {
  const felt = (firstPaintMs: number, clickMs: number) => ({
    firstPaintMs,
    reloadPaintMs: 50,
    contentMs: 5,
    clickMs,
    keyDelayMs: 1,
    kilobytes: 120,
  })
  const round = (ours: number): FeltRound => ({
    feltWidget: felt(ours, 200),
    feltHanko: felt(300, 150),
    feltNetlify: felt(250, 400),
  })
  const lines = formatFelt([round(100), round(900), round(200)]).split('\n')
  const cells = (start: string) => (lines.find((line) => line.includes(start)) ?? '').match(/\d+ (?:ms|kB)|met|MISSED/g)
  expect(cells('this widget')).toEqual(['200 ms', '50 ms', '5 ms', '200 ms', '1 ms', '120 kB'])
  expect(cells('the fastest peer')).toEqual(['250 ms', '50 ms', '5 ms', '150 ms', '1 ms', '120 kB'])
  expect(cells('MISSED')).toEqual(['met', 'met', 'met', 'MISSED', 'met', 'met'])
})

test('compares the first paint with that of the same page without us', () => {
  const round = (latencyMs: number, firstVisitMs: number, reloadMs: number) => ({
    latencyMs,
    without: { firstVisitMs: 100, reloadMs: 80, secondReloadMs: 70 },
    with: { firstVisitMs, reloadMs, secondReloadMs: 90 },
  })
  const lines = formatFirstPaint([[round(150, 350, 130), round(300, 501, 131)]]).split('\n')
  const cells = (start: string) =>
    (lines.find((line) => line.startsWith(start)) ?? '').match(/\d+ ms(?! away)|met|MISSED/g)
  expect(cells('first visit, API 150')).toEqual(['100 ms', '350 ms', '250 ms', '250 ms', 'met'])
  expect(cells('reload, API 150')).toEqual(['80 ms', '130 ms', '50 ms', '50 ms', 'met'])
  expect(cells('second reload, API 150')).toEqual(['70 ms', '90 ms', '20 ms', '50 ms', 'met'])
  expect(cells('first visit, API 300')).toEqual(['100 ms', '501 ms', '401 ms', '400 ms', 'MISSED'])
  expect(cells('reload, API 300')).toEqual(['80 ms', '131 ms', '51 ms', '50 ms', 'MISSED'])
})
