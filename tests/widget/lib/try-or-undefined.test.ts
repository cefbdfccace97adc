import { expect, test } from 'vitest'
import { tryOrUndefined } from '../../../widget/lib/errors'

test('gives what the action gives, and undefined where it throws', () => {
  expect(tryOrUndefined(() => 1)).toBe(1)
  expect(
    tryOrUndefined(() => {
      throw new Error('refused')
    }),
  ).toBeUndefined()
})
