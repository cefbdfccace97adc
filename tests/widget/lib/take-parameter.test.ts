import { expect, test } from 'vitest'
import { takeParameter } from '../../../widget/lib/urls'

test.each([
  ['?t=abc', 'abc', ''],
  ['?t=abc&a=1', 'abc', '?a=1'],
  ['?a=1&t=abc', 'abc', '?a=1'],
  ['?a=%20+&t=abc&b&c=&=d&&e=1%', 'abc', '?a=%20+&b&c=&=d&&e=1%'],
  ['?t=a%2Bb+c', 'a+b c', ''],
  ['?%74=coded', 'coded', ''],
  ['?t=one&t=two', 'one', ''],
  ['?t=a=b', 'a=b', ''],
  ['?t=', '', ''],
  ['?t', '', ''],
  ['?t=%E0%A4%A', '%E0%A4%A', ''],
])('of %s the value is taken and the rest stays', (search, value, rest) => {
  expect(takeParameter(search, 't')).toEqual({ value, rest })
})

test.each(['', '?', '?a=1', '?tt=1&xt=2', '?a=t=1', '?T=1'])('a query without it (%s) stays as it is', (search) => {
  expect(takeParameter(search, 't')).toEqual({ value: null, rest: search })
})
