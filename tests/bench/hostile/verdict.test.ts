import { expect, test } from 'vitest'
import { hostileBudgets, judge, longestHold } from './verdict'
import type { Round } from './verdict'

const { processorMs, waitMs, ownerWaitMs, heldMs } = hostileBudgets

const round = (changes: Partial<Round> = {}): Round => ({
  processorMs: 1,
  health: { busyMs: 5, idleMs: 4 },
  member: { busyMs: 5, idleMs: 4 },
  query: { busyMs: 5, idleMs: 4 },
  heldMs: 10,
  probeFailures: 0,
  survived: true,
  ...changes,
})

const missed = (rounds: Round[], by: 'public key' | 'member' | 'secret key' = 'member') => judge({ by }, rounds).missed

test('a request exactly at its budgets passes, and one slightly over fails only that budget', () => {
  const at = { processorMs, heldMs, health: { busyMs: waitMs + 30, idleMs: 30 }, member: { busyMs: waitMs, idleMs: 0 } }
  expect(missed([round(at)])).toEqual([])
  expect(missed([round({ ...at, processorMs: processorMs + 1 })])).toEqual(['processor'])
  expect(missed([round({ ...at, health: { busyMs: waitMs + 31, idleMs: 30 } })])).toEqual(['/health'])
  expect(missed([round({ ...at, heldMs: heldMs + 25 })])).toEqual(['event loop'])
  expect(missed([round({ ...at, member: { busyMs: waitMs + 1, idleMs: 0 } })])).toEqual(['session read'])
  expect(missed([round({ ...at, query: { busyMs: waitMs + 1, idleMs: 0 } })])).toEqual(['query'])
})

test('uses the median of three rounds, each compared with the idle run of its own round', () => {
  const slow = round({ processorMs: 900, health: { busyMs: 900, idleMs: 2 }, probeFailures: 3 })
  const noisy = round({ health: { busyMs: 900, idleMs: 850 } })
  expect(missed([slow, round(), noisy])).toEqual([])
  expect(missed([slow, slow, noisy])).toEqual(['processor', '/health', 'probe refused'])
  expect(judge({ by: 'member' }, [noisy]).healthMs).toBe(50)
  // An idle run that was slower is no credit.
  expect(judge({ by: 'member' }, [round({ health: { busyMs: 5, idleMs: 80 } })]).healthMs).toBe(0)
})

test('images, imports and exports are judged by waiting time only, and owner requests too, with a stricter limit', () => {
  const heavy = round({ processorMs: 5_000, health: { busyMs: ownerWaitMs + 1, idleMs: 0 } })
  expect(judge({ by: 'member', judgedByWaitingAlone: true }, [heavy]).missed).toEqual([])
  expect(missed([heavy], 'secret key')).toEqual(['/health'])
})

test('nobody may hold the event loop, not even an owner or work with images', () => {
  const holding = round({ heldMs: 75 })
  expect(missed([holding], 'secret key')).toEqual(['event loop'])
  expect(judge({ by: 'member', judgedByWaitingAlone: true }, [holding]).missed).toEqual(['event loop'])
  expect(missed([holding, round(), round()])).toEqual([])
})

test('the longest hold is the bound of the highest bucket that grew between two readings', () => {
  const metrics = (counts: readonly number[], time = 'processor') =>
    ['0.005', '0.01', '0.05', '0.075', '+Inf']
      .map((le, at) => `membership_event_loop_delay_seconds_bucket{le="${le}",time="${time}"} ${counts[at]}`)
      .join('\n')
  const before = `${metrics([90, 95, 98, 99, 100])}\n${metrics([1, 1, 1, 1, 1], 'clock')}\n`
  const after = (counts: readonly number[]) => `${metrics(counts)}\n${metrics([1, 1, 1, 1, 50], 'clock')}\n`
  expect(longestHold(before, before)).toBe(0)
  expect(longestHold(before, after([190, 195, 198, 199, 200]))).toBe(0)
  expect(longestHold(before, after([190, 197, 200, 201, 202]))).toBe(10)
  expect(longestHold(before, after([190, 195, 199, 200, 201]))).toBe(50)
  expect(longestHold(before, after([190, 197, 200, 202, 203]))).toBe(75)
  expect(longestHold(before, after([190, 195, 198, 199, 201]))).toBe(Infinity)
  expect(longestHold('', after([190, 190, 190, 190, 190]))).toBe(0)
})

test('a server that ended in one round of three has failed', () => {
  expect(missed([round(), round({ survived: false }), round()])).toEqual(['server ended'])
})
