import { expect, test } from 'vitest'
import { attempt } from '../../../widget/lib/attempt'

test('gives what the action gives, and undefined where it throws', () => {
  expect(attempt(() => 1)).toBe(1)
  expect(
    attempt(() => {
      throw new Error('refused')
    }),
  ).toBeUndefined()
})
