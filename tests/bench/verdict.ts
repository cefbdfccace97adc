import { budgets } from './budgets'

/** Medians of all rounds; times in milliseconds at the throttled speed, heap in bytes. */
export interface Medians {
  bundleGzipBytes: number
  /** The bare platform calls that any such script makes. */
  floorScript: number
  widgetScript: number
  eagerScript: number
  widgetBlocking: number
  emptyHeap: number
  widgetHeap: number
  eagerHeap: number
  warmClick: number
  coldClick: number
  lazyClick: number
}

export interface Line {
  what: string
  measured: number
  budget: number
  unit: string
  /** The figures behind a ratio. */
  detail: string
  kept: boolean
}

/** One line for each budget. */
export function verdict(medians: Medians): Line[] {
  const { widgetScript, eagerScript, widgetHeap, eagerHeap, emptyHeap, coldClick, lazyClick } = medians
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
  const [widgetOwn, eagerOwn] = [widgetHeap - emptyHeap, eagerHeap - emptyHeap]
  return [
    line('membership.js, gzip -9', medians.bundleGzipBytes / 1000, budgets.bundleGzipBytes / 1000, 'kB'),
    line(
      'script at load / eager React',
      widgetScript / eagerScript,
      budgets.scriptAtLoadRatio,
      '×',
      `${ms(widgetScript)} / ${ms(eagerScript)}; the platform calls alone: ${ms(medians.floorScript)}`,
    ),
    line('blocking time at load', medians.widgetBlocking, budgets.blockingAtLoadMs, 'ms'),
    line('heap / eager React', widgetOwn / eagerOwn, budgets.heapRatio, '×', `${kb(widgetOwn)} / ${kb(eagerOwn)}`),
    line('click → form, warmed', medians.warmClick, budgets.warmClickMs, 'ms'),
    line(
      'click → form, cold / lazy React',
      coldClick / lazyClick,
      budgets.coldClickRatio,
      '×',
      `${ms(coldClick)} / ${ms(lazyClick)}`,
    ),
  ]
}

/** The lines as a table for a terminal. */
export function formatTable(lines: readonly Line[]): string {
  const amount = (value: number, unit: string): string => `${value.toFixed(unit === '×' ? 3 : 1)} ${unit}`
  const rows = [
    ['', 'measured', 'budget', ''],
    ...lines.map(({ what, measured, budget, unit, kept, detail }) => [
      what,
      amount(measured, unit),
      amount(budget, unit),
      `${kept ? 'kept' : 'MISSED'}${detail && `  (${detail})`}`,
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0))),
    )
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}
