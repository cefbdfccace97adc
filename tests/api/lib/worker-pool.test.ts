import { expect, test } from 'vitest'
import { createWorkerPool } from '../../../api/lib/concurrency'
import type { JobAttempt, WorkerPoolOptions } from '../../../api/lib/concurrency'

/** Workers over a list of jobs; each job runs until the test ends it. */
function open(jobs: string[], changes: Partial<WorkerPoolOptions<string>> = {}) {
  const inHand = new Map<string, { end: () => void; attempt: JobAttempt }>()
  const failures: unknown[] = []
  const workers = createWorkerPool<string>({
    size: 2,
    attemptMaxMs: 60_000,
    claim: async (isStopped) => (isStopped() ? undefined : jobs.shift()),
    attempt: (job, attempt) =>
      new Promise<void>((resolve) => {
        inHand.set(job, { attempt, end: resolve })
        attempt.signal.addEventListener('abort', () => resolve())
      }).finally(() => inHand.delete(job)),
    fail: (error) => failures.push(error),
    ...changes,
  })
  const end = (job: string) => inHand.get(job)?.end()
  return { workers, inHand, end, failures, names: () => [...inHand.keys()] }
}

test('runs a limited number of jobs, and the next one starts when one is done', async () => {
  const { workers, names, end } = open(['a', 'b', 'c'])
  workers.start()
  await expect.poll(names).toEqual(['a', 'b'])
  end('a')
  await expect.poll(names).toEqual(['b', 'c'])
  end('b')
  end('c')
  await workers.ended()
  expect(names()).toEqual([])
})

test('a stop waits for running jobs, and no new ones start', async () => {
  const { workers, names, end } = open(['a', 'b', 'c'])
  workers.start()
  await expect.poll(names).toEqual(['a', 'b'])
  const stopped = workers.stop(60_000)
  end('a')
  end('b')
  await stopped
  workers.start()
  expect([workers.isStopped(), names()]).toEqual([true, []])
})

test('after the grace period running jobs are aborted, and notice it', async () => {
  const { workers, names, inHand } = open(['a'])
  workers.start()
  await expect.poll(names).toEqual(['a'])
  const { attempt } = inHand.get('a')!
  expect(attempt.isCut()).toBe(false)
  await workers.stop(0)
  expect([attempt.isCut(), attempt.signal.aborted]).toEqual([true, true])
})

test('an attempt is aborted at its time limit, without a hard stop of the pool', async () => {
  const seen: boolean[] = []
  const { workers } = open(['a'], {
    attemptMaxMs: 1,
    attempt: async (_, { signal, isCut }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      seen.push(isCut())
    },
  })
  workers.start()
  await workers.ended()
  expect(seen).toEqual([false])
})

test('jobs that cannot be claimed are reported, and the pool can be started again', async () => {
  const trouble = new Error('no database')
  const claims = [Promise.reject(trouble), Promise.resolve(undefined)]
  claims[0]?.catch(() => {})
  const { workers, failures } = open([], { claim: () => claims.shift() ?? Promise.resolve(undefined) })
  workers.start()
  await workers.ended()
  expect(failures).toEqual([trouble])
  workers.start()
  await workers.ended()
  expect(failures).toHaveLength(1)
})
