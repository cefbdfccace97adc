import { expect, test } from 'vitest'
import { errorText } from '../../../widget/lib/error-text'

test.each([
  [new Error('Refused.'), 'Refused.'],
  [{ code: 'x', message: 'Refused.' }, 'Refused.'],
  ['Refused.', 'Refused.'],
  [null, 'null'],
  [new TypeError('x is undefined'), 'Something went wrong. Please try again.'],
])('%o reads %s', (thrown, text) => expect(errorText(thrown)).toBe(text))
