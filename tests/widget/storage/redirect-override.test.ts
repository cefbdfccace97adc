// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import {
  dropRedirectOverride,
  REDIRECT_OVERRIDE_KEY,
  storeRedirectOverride,
  takeRedirectOverride,
} from '../../../widget/storage/pending'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('a target is kept under the key of the published client, and taken once', () => {
  storeRedirectOverride(window, '/course')
  expect(sessionStorage.getItem('ms-redirect-override')).toBe('/course')
  expect(REDIRECT_OVERRIDE_KEY).toBe('ms-redirect-override')
  expect(takeRedirectOverride(window)).toBe('/course')
  expect(takeRedirectOverride(window)).toBe(null)
})

test('only the target that is meant is dropped', () => {
  storeRedirectOverride(window, '/second')
  dropRedirectOverride(window, '/first')
  expect(sessionStorage.getItem(REDIRECT_OVERRIDE_KEY)).toBe('/second')
  dropRedirectOverride(window, '/second')
  expect(sessionStorage.getItem(REDIRECT_OVERRIDE_KEY)).toBe(null)
})

test('a browser that keeps nothing breaks nothing', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('denied')
  })
  storeRedirectOverride(window, '/course')
  dropRedirectOverride(window, '/course')
  expect(takeRedirectOverride(window)).toBe(null)
})
