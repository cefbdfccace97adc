// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRIVATE_FIELD_CHECK_DELAY_MS } from '../../../contract/limits'
import { createRescans, type Rescans } from '../../../widget/inspector/rescans'
import { createInspectorStore, type InspectorStore } from '../../../widget/inspector/store'
import { createElementEvents } from '../../../widget/inspector/element-events'
import { demoApp } from './rules/demo-app'

/** Longer than a page takes to settle. */
const SOON_MS = 400

let store: InspectorStore
let rescans: Rescans
const onScan = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  onScan.mockClear()
  store = createInspectorStore({ xRayMode: true, showSide: 'right', showSidebar: false })
})
afterEach(() => {
  rescans.stop()
  vi.useRealTimers()
})

async function start(body: string): Promise<void> {
  document.body.innerHTML = body
  rescans = createRescans(globalThis.window, store, createElementEvents(), onScan)
  await vi.advanceTimersByTimeAsync(20)
}

const ids = (): string[] => store.inspectorData.get().map(({ id }) => id)

test('nothing is said before the app is known', async () => {
  await start('<div data-ms-form="login"></div>')
  expect(ids()).toEqual([])
  store.appData.set(demoApp)
  rescans.restart()
  await vi.advanceTimersByTimeAsync(20)
  expect(ids()).toEqual(['misplaced-form-attribute', 'found-login-form'])
})

test('X-ray gets each element with what is said of it', async () => {
  store.appData.set(demoApp)
  await start('<div data-ms-form="login"></div>')
  const element = document.querySelector('div')
  expect(store.xRayErrorElements.get()).toEqual([
    { element, message: 'Form attribute on another element. It is on a <div>.', number: 1 },
  ])
  expect(store.xRayFoundElements.get()).toEqual([{ element, message: 'Login form. login' }])
})

test('a private field is reported after its delay, and then at once', async () => {
  store.appData.set(demoApp)
  const post = '<div data-ms-channel="guestbook"><div data-ms-post><b data-ms-post-creator="company"></b></div></div>'
  await start(post)
  expect(ids()).not.toContain('private-custom-field')
  await vi.advanceTimersByTimeAsync(PRIVATE_FIELD_CHECK_DELAY_MS)
  expect(ids()).toContain('private-custom-field')
  document.body.innerHTML = ''
  rescans.request()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(ids()).toEqual([])
  document.body.innerHTML = post
  rescans.request()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(ids()).toContain('private-custom-field')
})

test('many changes make one look', async () => {
  store.appData.set(demoApp)
  await start('')
  await vi.advanceTimersByTimeAsync(2 * PRIVATE_FIELD_CHECK_DELAY_MS)
  onScan.mockClear()
  for (let change = 0; change < 50; change += 1) rescans.request()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(onScan).toHaveBeenCalledTimes(1)
})

test('after the stop it no longer scans', async () => {
  store.appData.set(demoApp)
  await start('<div data-ms-form="login"></div>')
  rescans.request()
  rescans.stop()
  onScan.mockClear()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(onScan).not.toHaveBeenCalled()
})
