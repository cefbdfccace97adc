import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchUse } from '../../../console/app/page-console'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a page is in use for a minute after it opened, and after each thing that a person does on it', () => {
  const page = new EventTarget()
  const isUsed = watchUse(page)
  expect(isUsed()).toBe(true)
  for (const type of ['pointermove', 'keydown', 'wheel', 'input', 'pointerdown']) {
    vi.advanceTimersByTime(59_000)
    expect(isUsed()).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(isUsed()).toBe(false)
    page.dispatchEvent(new Event(type))
    expect(isUsed()).toBe(true)
  }
})

it('a page that loads and focuses by itself is not in use', () => {
  const page = new EventTarget()
  const isUsed = watchUse(page)
  vi.advanceTimersByTime(61_000)
  for (const type of ['focus', 'load', 'message', 'visibilitychange', 'scroll']) page.dispatchEvent(new Event(type))
  expect(isUsed()).toBe(false)
})
