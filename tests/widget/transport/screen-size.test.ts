// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom'
import { expect, test } from 'vitest'
import { screenSize } from '../../../widget/transport/session-data'

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

test.each([
  [360, 'PHONE'],
  [768, 'PHONE'],
  [769, 'TABLET'],
  [1024, 'TABLET'],
  [1025, 'DESKTOP'],
])('a window of %i px is a %s', (width, size) => {
  window.happyDOM.setViewport({ width })
  expect(screenSize(window)).toBe(size)
})
