import { median } from '../median'
import { STARTS } from './server-budgets'
import { startOurs } from './start-ours'

/** Median milliseconds from process start to the first response, with the database of the rounds. */
export async function measureStart(dataDir: string): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startOurs(dataDir, null)
    times.push(server.startMs)
    await server.stop()
  }
  return median(times)
}
