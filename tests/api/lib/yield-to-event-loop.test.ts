import { expect, test } from 'vitest'
import { createTimeSlices, yieldToEventLoop } from '../../../api/lib/concurrency'

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let [turns, isOn] = [0, true]
  const next = (): void => {
    turns += 1
    if (isOn) setImmediate(next)
  }
  setImmediate(next)
  return { count: () => turns, stop: () => void (isOn = false) }
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)

test.each([
  ['a yield', () => yieldToEventLoop],
  // No slice has time left, so each call yields.
  ['time slices', () => createTimeSlices(0)],
])('%s of several callers: one of them goes on in each turn, one after the other', async (_, open) => {
  const turns = countTurns()
  const steps: { caller: number; turn: number }[] = []
  await Promise.all(
    range(5).map(async (caller) => {
      const pause = open()
      for (const _step of range(3)) {
        await pause()
        steps.push({ caller, turn: turns.count() })
      }
    }),
  )
  turns.stop()
  expect(steps.map(({ caller }) => caller)).toEqual([...range(5), ...range(5), ...range(5)])
  expect(new Set(steps.map(({ turn }) => turn)).size).toBe(15)
})

test('the first slice begins in a turn of its own, and one with time left does not yield', async () => {
  const turns = countTurns()
  const nextSlice = createTimeSlices(1_000_000)
  await nextSlice()
  const first = turns.count()
  expect(first).toBeGreaterThan(0)
  for (const _step of range(100)) await nextSlice()
  expect(turns.count()).toBe(first)
  turns.stop()
})
