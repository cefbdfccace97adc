// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { runTimeSliced } from '../../../widget/inspector/run-time-sliced'

const TASK_MS = 50
let now = 0
let slices: (() => void)[] = []

beforeEach(() => {
  now = 0
  slices = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => slices.push(run))
})

/** Each step takes its time. */
function* work(steps: number, stepMs: number): Generator<undefined, string> {
  for (let step = 0; step < steps; step += 1) {
    now += stepMs
    yield
  }
  return 'done'
}

function runSlices(): number[] {
  const took: number[] = []
  for (let slice = slices.shift(); slice; slice = slices.shift()) {
    const before = now
    slice()
    took.push(now - before)
  }
  return took
}

test('no slice takes as long as what browsers call a long task, and all of it is done once', () => {
  const done = vi.fn()
  runTimeSliced(window, work(1000, 1), done)
  const took = runSlices()
  expect(took.length).toBeGreaterThan(20)
  expect(Math.max(...took)).toBeLessThan(TASK_MS / 2)
  expect(done.mock.calls).toEqual([['done']])
})

test('canceled work does not continue', () => {
  const done = vi.fn()
  const giveUp = runTimeSliced(window, work(1000, 1), done)
  slices.shift()?.()
  giveUp()
  const at = now
  runSlices()
  expect(now).toBe(at)
  expect(done).not.toHaveBeenCalled()
})

test('browsers without idle time do it between other tasks', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  Reflect.deleteProperty(window, 'requestIdleCallback')
  const done = vi.fn()
  runTimeSliced(window, work(100, 1), done)
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('done'))
})
