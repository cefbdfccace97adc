import { expect, test } from 'vitest'
import { createLanes } from '../../../api/adapters/lanes'
import type { LaneAttempt, LaneWork } from '../../../api/adapters/lanes'

/** Lanes over a list of jobs; each is in hand until the test ends it. */
function open(jobs: string[], changes: Partial<LaneWork<string>> = {}) {
  const inHand = new Map<string, { end: () => void; attempt: LaneAttempt }>()
  const failures: unknown[] = []
  const lanes = createLanes<string>({
    lanes: 2,
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
  return { lanes, inHand, end, failures, names: () => [...inHand.keys()] }
}

test('so many jobs are in hand at a time, and the next one follows when one is done', async () => {
  const { lanes, names, end } = open(['a', 'b', 'c'])
  lanes.open()
  await expect.poll(names).toEqual(['a', 'b'])
  end('a')
  await expect.poll(names).toEqual(['b', 'c'])
  end('b')
  end('c')
  await lanes.ended()
  expect(names()).toEqual([])
})

test('who stops them waits for what is in hand, and nothing more begins', async () => {
  const { lanes, names, end } = open(['a', 'b', 'c'])
  lanes.open()
  await expect.poll(names).toEqual(['a', 'b'])
  const stopped = lanes.stop(60_000)
  end('a')
  end('b')
  await stopped
  lanes.open()
  expect([lanes.stopped(), names()]).toEqual([true, []])
})

test('when the time of grace is over what is in hand is cut, and knows it', async () => {
  const { lanes, names, inHand } = open(['a'])
  lanes.open()
  await expect.poll(names).toEqual(['a'])
  const { attempt } = inHand.get('a')!
  expect(attempt.isCut()).toBe(false)
  await lanes.stop(0)
  expect([attempt.isCut(), attempt.signal.aborted]).toEqual([true, true])
})

test('an attempt whose time is up is aborted, and was not cut', async () => {
  const seen: boolean[] = []
  const { lanes } = open(['a'], {
    attemptMaxMs: 1,
    attempt: async (_, { signal, isCut }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      seen.push(isCut())
    },
  })
  lanes.open()
  await lanes.ended()
  expect(seen).toEqual([false])
})

test('jobs that cannot be claimed are reported, and the lanes can be opened again', async () => {
  const trouble = new Error('no database')
  const claims = [Promise.reject(trouble), Promise.resolve(undefined)]
  claims[0]?.catch(() => {})
  const { lanes, failures } = open([], { claim: () => claims.shift() ?? Promise.resolve(undefined) })
  lanes.open()
  await lanes.ended()
  expect(failures).toEqual([trouble])
  lanes.open()
  await lanes.ended()
  expect(failures).toHaveLength(1)
})
