import { expect, test, vi } from 'vitest'
import { parseJson } from '../../../widget/lib/errors'

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['{', undefined],
])('the value of %s is %o', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

test.each([null, undefined, ''])('where nothing is stored (%o), nothing is parsed', (text) => {
  const parse = vi.spyOn(JSON, 'parse')
  expect(parseJson(text)).toBeUndefined()
  expect(parse).not.toHaveBeenCalled()
})
