// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isBeforeScripts, pageScriptsRan } from '../../../widget/lib/page-lifecycle'

const state = (value: DocumentReadyState) => vi.spyOn(document, 'readyState', 'get').mockReturnValue(value)
const turn = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => vi.restoreAllMocks())

test('waits for what the page’s scripts do at DOMContentLoaded, and what a library puts off by a turn', async () => {
  state('loading')
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  const order: string[] = []
  void pageScriptsRan(window).then(() => order.push('ours'))
  document.addEventListener('DOMContentLoaded', () => setTimeout(() => order.push('a library')), { once: true })
  await turn()
  expect(order).toEqual([])
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
  await turn()
  await turn()
  expect(order).toEqual(['a library', 'ours'])
})

test('never waits longer than for the first paint', async () => {
  state('loading')
  let frame: FrameRequestCallback = () => {}
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => ((frame = callback), 1))
  const ran = vi.fn()
  void pageScriptsRan(window).then(ran)
  await turn()
  expect(ran).not.toHaveBeenCalled()
  frame(0)
  await Promise.resolve()
  expect(ran).toHaveBeenCalledOnce()
})

test('a page that is complete has nothing to wait for', async () => {
  state('complete')
  expect(isBeforeScripts(window)).toBe(false)
  await pageScriptsRan(window)
})
