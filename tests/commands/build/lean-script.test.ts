import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { toAscii, withoutEagerHints } from '../../../commands/build/lean-script.mjs'

const lean = (code: string): string => withoutEagerHints(code, parseAst(code))

describe('functions that are passed to a call', () => {
  test.each([
    ['once((e => { e() }))', 'once( e => { e() } )'],
    ['once(((a, b) => a))', 'once( (a, b) => a )'],
    ['once((function () {}))', 'once( function () {} )'],
    ['on(1,(() => 2))', 'on(1, () => 2 )'],
    ['a((() => b((() => 1))))', 'a( () => b( () => 1 ) )'],
  ])('%s loses the hint to compile it at once, and no column moves', (code, expected) => {
    expect(lean(code)).toBe(expected)
    expect(parseAst(lean(code)).body).toHaveLength(1)
  })

  test.each(['(() => 1)()', '(function () {})()', 'f((a, b))', 'f(() => 1)', 'f((a) => a)', 'f(((1)))', 'f((a), (b))'])(
    'nothing else changes: %s',
    (code) => {
      expect(lean(code)).toBe(code)
    },
  )
})

test('characters beyond ASCII are escaped, pairs of surrogates too', () => {
  const code = toAscii('export default "Loading… 😀 é"')
  expect(code).toBe('export default "Loading\\u2026 \\ud83d\\ude00 \\u00e9"')
  expect(JSON.parse(code.slice('export default '.length))).toBe('Loading… 😀 é')
})
