import { expect, test } from 'vitest'
import { nearestWord } from '../../../widget/lib/input'

const keys = ['first-name', 'last-name', 'company', 'topics']

test.each([
  ['firstName', 'first-name'],
  ['First Name', 'first-name'],
  ['first_name', 'first-name'],
  ['frist-name', 'first-name'],
  ['last-nam', 'last-name'],
  ['compagny', 'company'],
  ['topic', 'topics'],
])('%s was probably meant to be %s', (word, meant) => {
  expect(nearestWord(word, keys)).toBe(meant)
})

test.each(['phone', 'x', '', '__proto__'])('%o is near to none', (word) => {
  expect(nearestWord(word, keys)).toBeUndefined()
})
