import { budgets } from './budgets'
import type { Round } from './round'

export interface Medians extends Round {
  bundleGzipBytes: number
}

export interface Line {
  what: string
  measured: number
  budget: number
  unit: string
  /** The figures behind a ratio or a budget. */
  detail: string
  kept: boolean
}

/** One line per budget. */
export function verdict({
  contenders,
  floorScriptMs,
  coldClickMs,
  attributes,
  inspector,
  bundleGzipBytes,
}: Medians): Line[] {
  const { widget, eager, lazy, hanko, netlify } = contenders
  const fastestPeerMs = Math.min(hanko.clickMs, netlify.clickMs)
  const ms = (value: number): string => `${value.toFixed(1)} ms`
  const kb = (value: number): string => `${(value / 1000).toFixed(0)} kB`
  const line = (what: string, measured: number, budget: number, unit: string, detail = ''): Line => ({
    what,
    measured,
    budget,
    unit,
    detail,
    kept: measured <= budget,
  })
  const ratio = (what: string, ours: number, theirs: number, budget: number): Line =>
    line(what, ours / theirs, budget, '×', `${ms(ours)} / ${ms(theirs)}`)
  return [
    line('membership.js, gzip -9', bundleGzipBytes / 1000, budgets.bundleGzipBytes / 1000, 'kB'),
    ratio('script at load / platform calls', widget.scriptMs, floorScriptMs, budgets.scriptAtLoadRatio),
    line('blocking time at load', widget.blockingMs, budgets.blockingAtLoadMs, 'ms'),
    line(
      'heap / eager React',
      widget.heapBytes / eager.heapBytes,
      budgets.heapRatio,
      '×',
      `${kb(widget.heapBytes)} / ${kb(eager.heapBytes)}`,
    ),
    ratio('click → form, warmed / fastest peer', widget.clickMs, fastestPeerMs, budgets.warmClickRatio),
    ratio('click → form, cold / lazy React', coldClickMs, lazy.clickMs, budgets.coldClickRatio),
    ratio(
      '1,000 attributes mounted / Alpine.js',
      attributes.widget.mountMs,
      attributes.alpine.mountMs,
      budgets.attributeMountRatio,
    ),
    ratio(
      'the same inserted / Alpine.js',
      attributes.widget.insertionMs,
      attributes.alpine.insertionMs,
      budgets.insertionRatio,
    ),
    line(
      'longest task of an inspection',
      inspector.sliceMs,
      budgets.inspectorSliceMs,
      'ms',
      '0: none of 50 ms or more',
    ),
    ratio('an inspection / axe-core', inspector.scanMs, inspector.axeMs, budgets.inspectorScanRatio),
  ]
}
