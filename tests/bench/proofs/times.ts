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
