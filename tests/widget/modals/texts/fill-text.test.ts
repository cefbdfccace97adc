import { expect, test } from 'vitest'
import { fillText } from '../../../../widget/lib/texts'

test.each([
  ['At least {count} characters', { count: 8 }, 'At least 8 characters'],
  ['{a}, {b} and {a}', { a: 'x', b: 'y' }, 'x, y and x'],
  ['Digit {number} of {count}', { number: 1 }, 'Digit 1 of {count}'],
  ['{toString}', {}, '{toString}'],
  ['{email}', { email: '$& {count} $1' }, '$& {count} $1'],
  ['nothing to fill', { count: 8 }, 'nothing to fill'],
])('%s with %j reads %s', (text, values, expected) => {
  expect(fillText(text, values)).toBe(expected)
})
