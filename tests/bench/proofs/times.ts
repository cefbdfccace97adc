import { median } from '../median'

/** Milliseconds of each of this many calls, one after the other. */
export async function timesOf(count: number, call: (index: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    await call(index)
    times.push(performance.now() - started)
  }
  return times
}

export const medianTime = async (count: number, call: (index: number) => unknown): Promise<number> =>
  median(await timesOf(count, call))

/** The time within which this share of all calls ended. @param part from 0 to 1 */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('There is no percentile of nothing.')
  return found
}
