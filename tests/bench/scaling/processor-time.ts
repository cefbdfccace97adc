import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts in: a hundredth of a second. */
const TICK_MS = 10

/** Processor time that these processes and their children have taken, in milliseconds; 0 where there is no `/proc`. */
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

/** Null when it has ended meanwhile. */
function readStat(entry: string): { pid: number; parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${entry}/stat`, 'utf8')
    // The name before may hold spaces and brackets.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { pid: Number(entry), parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    return null
  }
}
