import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** Processor time of a process, in milliseconds; null without /proc. */
export async function processorMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name is in brackets and may contain anything; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Resident memory of a process, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes =
    /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1] ?? (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return Number(kilobytes) * 1024
}
