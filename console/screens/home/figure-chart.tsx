import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { $theme } from '../../data/preferences'
import { shortDay } from '../../lib/format'
import { useMedia } from '../../lib/use-media'
import { homeTexts } from '../../texts/english/home'
import { uiTexts } from '../../texts/english/ui'
import { useLocale, useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'

export interface ChartPoint {
  /** `2026-11-23` */
  day: string
  /** Null: not known. */
  value: number | null
}

interface LineProps {
  points: readonly ChartPoint[]
  /** A value in words, with its currency. */
  format: (value: number) => string
}

interface FigureChartProps extends LineProps {
  label: string
  /** Beside the button below the line. */
  link: ReactNode
}

const HEIGHT = 120

/** A line over days. The same values are a table behind a button, which screen readers and keyboards use. */
export function FigureChart({ label, points, format, link }: FigureChartProps) {
  const t = useTexts(homeTexts)
  const ui = useTexts(uiTexts)
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      {isTable ? (
        <ChartTable label={label} points={points} format={format} heads={[t.day, t.total]} />
      ) : (
        <Line points={points} format={format} />
      )}
      <div className="row-between">
        {link}
        <Button kind="quiet" size="small" onPress={() => setTable(!isTable)} aria-describedby={id}>
          {isTable ? ui.showChart : ui.showTable}
        </Button>
      </div>
    </figure>
  )
}

interface ChartTableProps extends LineProps {
  label: string
  heads: readonly [string, string]
}

function ChartTable({ label, points, format, heads }: ChartTableProps) {
  const locale = useLocale()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
    <div className="chart-table" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{shortDay(day, locale)}</th>
              <td>{value === null ? '–' : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Drawn on a canvas, in the page's own colors. Says the value under the pointer. */
function Line({ points, format }: LineProps) {
  const root = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const [pointed, setPointed] = useState<number | null>(null)
  const [theme, isDark] = [useStore($theme), useMedia('(prefers-color-scheme: dark)')]
  useEffect(() => {
    const at = root.current
    // A test's document has no canvas.
    if (!at || !document.createElement('canvas').getContext('2d')) return undefined
    const chart = drawChart(at, { points, format, locale, onPoint: setPointed })
    const observer = new ResizeObserver(() => chart.setSize({ width: at.clientWidth, height: HEIGHT }))
    observer.observe(at)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the colors follow the theme
  }, [points, format, locale, theme, isDark])
  const point = pointed === null ? undefined : points[pointed]
  return (
    <div className="chart-area" aria-hidden="true">
      <div ref={root} className="chart-line" />
      {point && (
        <p className="chart-pointed">
          {shortDay(point.day, locale)} <strong>{point.value === null ? '–' : format(point.value)}</strong>
        </p>
      )}
    </div>
  )
}

interface ChartOptions extends LineProps {
  locale: string
  /** Called with the index of the point under the pointer. */
  onPoint: (index: number | null) => void
}

function drawChart(at: HTMLElement, { points, format, locale, onPoint }: ChartOptions): UPlot {
  const color = (name: string) => getComputedStyle(at).getPropertyValue(name)
  // Labels of a scale without values would say nothing.
  const isUsed = points.some(({ value }) => value)
  const axis = { stroke: color('--ink-2'), grid: { show: false }, ticks: { show: false }, font: '12px sans-serif' }
  return new UPlot(
    {
      width: at.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false },
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(low, 0), Math.max(high * 1.1, 1)] } },
      axes: [
        { ...axis, size: 28, values: (_, splits) => splits.map((split) => dayAt(points, split, locale)) },
        {
          ...axis,
          size: 56,
          values: (_, splits) =>
            splits.map((split) => (Number.isInteger(split) && (split === 0 || isUsed) ? format(split) : '')),
        },
      ],
      series: [{}, { stroke: color('--accent'), fill: color('--accent-soft'), width: 2, points: { show: false } }],
    },
    [points.map((_, index) => index), points.map(({ value }) => value)],
    at,
  )
}

const dayAt = (points: readonly ChartPoint[], index: number, locale: string): string => {
  const point = points[index]
  return point ? shortDay(point.day, locale) : ''
}
