import { beforeEach, expect, test } from 'vitest'
import { $readiness, recoverReadiness, setReadiness, waitUntilReady } from '../../../widget/stores/app'

beforeEach(() => setReadiness('waiting'))

test.each(['known', 'timed-out'] as const)('waiting ends when the page is %s', async (readiness) => {
  const order: string[] = []
  const first = waitUntilReady().then(() => order.push('first'))
  const second = waitUntilReady().then(() => order.push('second'))
  await Promise.resolve()
  expect(order).toEqual([])
  setReadiness(readiness)
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})

test('a ready page makes no caller wait', async () => {
  setReadiness('known')
  await waitUntilReady()
})

test('a late success recovers a page that gave up, and only that', () => {
  recoverReadiness()
  expect($readiness.get()).toBe('waiting')
  setReadiness('timed-out')
  recoverReadiness()
  expect($readiness.get()).toBe('known')
})
