import { openSync, readSync } from 'node:fs'

export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

interface ProcessorTimes {
  cpuUsage(): NodeJS.CpuUsage
  threadCpuUsage?(): NodeJS.CpuUsage
}

const SYSTEM_CLOCK = '/proc/thread-self/schedstat'

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** Processor time of all threads, in milliseconds. */
export const processMs = (): number => millisecondsOf(process.cpuUsage())

/** Processor time of the calling thread, in milliseconds. Before Node.js 23.9, Linux counts it, at each of its ticks; null elsewhere. */
export function openThreadClock(node: ProcessorTimes = process): (() => number) | null {
  if (node.threadCpuUsage) return () => millisecondsOf(node.threadCpuUsage?.() ?? node.cpuUsage())
  try {
    const [file, bytes] = [openSync(SYSTEM_CLOCK, 'r'), Buffer.alloc(64)]
    // The first number is in nanoseconds.
    const read = (): number =>
      Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))) / 1_000_000
    return read() > 0 ? read : null
  } catch {
    return null
  }
}

let opened: ReturnType<typeof openThreadClock> | undefined

/** One for the process, for its main thread: it keeps a file open. */
export function threadClock(): ReturnType<typeof openThreadClock> {
  if (opened === undefined) opened = openThreadClock()
  return opened
}

export const toIso = (time: number): string => new Date(time).toISOString()

export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time))

/** Days of a time zone, as `2026-11-23`. */

const DAY_MS = 24 * 60 * 60 * 1000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The clock of the zone, read as if it were UTC. */
function localTime(time: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const toDay = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

export const dayOf = (time: number, zone: string): string => toDay(localTime(time, zone))

/** @returns epoch milliseconds of the day's first moment; after a midnight that the zone skips, of the next hour */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - (localTime(midnight, zone) - midnight)
  const better = midnight - (localTime(guess, zone) - guess)
  // At a change of the clock one of the two is in the day before.
  return [Math.min(guess, better), Math.max(guess, better)].find((time) => dayOf(time, zone) === day) ?? guess
}

export const nextDay = (day: string): string => toDay(Date.parse(`${day}T00:00:00Z`) + DAY_MS)

export const daysBefore = (day: string, count: number): string => toDay(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS)

/** Both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

const figureSteps = ['day', 'week', 'month', 'total'] as const
export type FigureStep = (typeof figureSteps)[number]

/** The shared properties of a step's values. Weeks start on Monday. */
export function stepOf(day: string, step: FigureStep): string {
  if (step === 'month') return day.slice(0, 7)
  if (step === 'total') return ''
  if (step === 'day') return day
  return daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
}
