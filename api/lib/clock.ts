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
