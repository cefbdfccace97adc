import { expect, test } from 'vitest'
import { hostileBudgets, judge } from './verdict'
import type { Round } from './verdict'

const { processorMs, waitMs, ownerWaitMs } = hostileBudgets

const round = (changes: Partial<Round> = {}): Round => ({
  processorMs: 1,
  health: { busyMs: 5, idleMs: 4 },
  member: { busyMs: 5, idleMs: 4 },
  query: { busyMs: 5, idleMs: 4 },
  probeFailures: 0,
  survived: true,
  ...changes,
})

const missed = (rounds: Round[], by: 'public key' | 'member' | 'secret key' = 'member') => judge({ by }, rounds).missed

test('a request exactly at its budgets passes, and one slightly over fails only that budget', () => {
  const at = { processorMs, health: { busyMs: waitMs + 30, idleMs: 30 }, member: { busyMs: waitMs, idleMs: 0 } }
  expect(missed([round(at)])).toEqual([])
  expect(missed([round({ ...at, processorMs: processorMs + 1 })])).toEqual(['processor'])
  expect(missed([round({ ...at, health: { busyMs: waitMs + 31, idleMs: 30 } })])).toEqual(['/health'])
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

test('a server that ended in one round of three has failed', () => {
  expect(missed([round(), round({ survived: false }), round()])).toEqual(['server ended'])
})
