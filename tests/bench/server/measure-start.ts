import { median } from '../median'
import { STARTS } from './server-budgets'
import { startOurs } from './start-ours'

/** Milliseconds from the start of the process to its first answer, with the database of the rounds; the median of some. */
export async function measureStart(dataDir: string): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startOurs(dataDir, null)
    times.push(server.startMs)
    await server.stop()
  }
  return median(times)
}
