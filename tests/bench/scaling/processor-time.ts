import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** Processor time of these processes and their children, in milliseconds; 0 without `/proc`. */
export function processorTime(roots: readonly number[]): number {
  let ticks = 0
  for (const entry of listProcesses()) {
    const stat = readStat(entry)
    if (stat && (roots.includes(stat.pid) || roots.includes(stat.parent))) ticks += stat.ticks
  }
  return ticks * TICK_MS
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  } catch {
    return []
  }
}

/** Null if it has ended. */
function readStat(entry: string): { pid: number; parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${entry}/stat`, 'utf8')
    // The preceding name may contain spaces and brackets.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { pid: Number(entry), parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    return null
  }
}
