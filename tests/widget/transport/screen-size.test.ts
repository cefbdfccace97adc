import { expect, test } from 'vitest'
import { screenSize } from '../../../widget/transport/session-data'

test.each([
  [360, 'PHONE'],
  [768, 'PHONE'],
  [769, 'TABLET'],
  [1024, 'TABLET'],
  [1025, 'DESKTOP'],
])('a window of %i px is a %s', (widthPx, size) => {
  expect(screenSize(widthPx)).toBe(size)
})
