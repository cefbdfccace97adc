import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openThreadClock, processMs } from '../../../api/lib/clock'

test.runIf(existsSync('/proc/thread-self/schedstat'))(
  'the processor time of the server’s thread leaves out other threads, before Node.js 23.9 too',
  async () => {
    const clock = openThreadClock({ cpuUsage: () => process.cpuUsage() }) ?? expect.unreachable()
    const [began, all] = [clock(), processMs()]
    while (processMs() - all < 100);
    expect(clock() - began).toBeGreaterThan(50)
    const [rested, spent] = [clock(), processMs()]
    const worker = new Worker('for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; );', {
      eval: true,
    })
    await new Promise((resolve) => worker.once('exit', resolve))
    expect(processMs() - spent).toBeGreaterThan(250)
    expect(clock() - rested).toBeLessThan(150)
  },
)
