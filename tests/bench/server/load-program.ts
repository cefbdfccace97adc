/** The load, in its own process, so that it shares no thread with the measured server. */
import autocannon from 'autocannon'
import { endWithParent } from './end-with-parent'
import type { LoadTask } from './measure-load'

endWithParent()
process.on('message', (task: LoadTask) => void run(task))
process.send?.('ready')

async function run({ url, requests, connections, seconds }: LoadTask): Promise<void> {
  const result = await autocannon({ url, requests: [...requests], connections, duration: seconds })
  process.send?.({
    // Responses divided by elapsed time: the library's own mean ignores part of a second.
    perSecond: result.requests.total / result.duration,
    total: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  })
}
