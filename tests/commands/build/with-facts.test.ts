import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'
import { withFacts } from '../../../commands/build/with-facts.mjs'

type Facts = Parameters<typeof withFacts>[2]

const none: Facts = {
  tags: [],
  words: [],
  names: [],
  methods: [],
  masks: [],
  values: {},
  initial: {},
  objects: [],
  keys: [],
  statements: [],
}

const rewrite = (code: string, facts: Partial<Facts>, answers: Record<string, string> = {}): string =>
  withFacts(code, parseAst(code), { ...none, ...facts }, answers).code.replaceAll(/ +/g, ' ')

describe('of a kind of node that never is', () => {
  const facts = { tags: [13] }

  test('its cases are left out, but not what another one falls into', () => {
    const code = 'function f(a) { switch (a.tag) { case 13: x(); break; case 1: y(); case 13: z() } }'
    expect(rewrite(code, facts)).toBe('function f(a) { switch (a.tag) { case 1: y(); z() } }')
  })

  test('variables of a case that is left out stay known to the rest of the function', () => {
    const code = 'function f(a) { switch (a.tag) { case 13: var b = 1; break; case 1: b = 2 } }'
    expect(rewrite(code, facts)).toBe('function f(a) {var b; switch (a.tag) { case 1: b = 2 } }')
  })

  test('a comparison with it is never true', () => {
    expect(rewrite('var a = 13 === b.tag || tag !== 13', facts)).toBe('var a = false || true')
    expect(rewrite('var a = 13 === b.tag, c = 13 === d.size', facts)).toBe('var a = false, c = 13 === d.size')
  })
})

describe('a word that never is', () => {
  test('leaves comparisons, but not those with a type', () => {
    const facts = { words: ['object'] }
    expect(rewrite('a = "object" === b && "object" === typeof b', facts)).toBe('a = false && "object" === typeof b')
  })
})

describe('what never is in other ways', () => {
  test('a variable that nothing is equal to', () => {
    expect(rewrite('a = b === LAZY', { names: ['LAZY'] })).toBe('a = false')
  })

  test('a method that no object has', () => {
    const code = 'a = "function" === typeof b.before && "function" === typeof b.after'
    expect(rewrite(code, { methods: ['before'] })).toBe('a = false && "function" === typeof b.after')
  })

  test('bits that are never all that is set, however often they are asked for with others', () => {
    const facts = { masks: [64] }
    expect(rewrite('a = (b & 64) === b || 0 !== (b & 64)', facts)).toBe('a = false || 0 !== (b & 64)')
  })
})

describe('what always is the same', () => {
  test('stands where it is read, and is not set any more', () => {
    expect(rewrite('var a; a = b(); if (a) c.a(a)', { values: { a: 'false' } })).toBe(
      'var a; b(); if (false) c.a(false)',
    )
  })

  test('is a property of one object, or of any', () => {
    const values = { 'one.a': '1', '*.b': 'null' }
    expect(rewrite('x(one.a, two.a, one.b, two.b)', { values })).toBe('x(1, two.a, null, null)')
  })

  test('takes the place of calls whose answer it is; what these do by the way is still done', () => {
    expect(rewrite('x = f(a, b.c); y = f(g(a))', {}, { f: 'null' })).toBe('x = null; y = (g(a), null)')
    expect(rewrite('x = f(a)', {}, { f: 'a + 1' })).toBe('x = f(a)')
  })
})

test('a variable can start with something else', () => {
  expect(rewrite('var a = slow(), b = 1', { initial: { a: '2' } })).toBe('var a = 2, b = 1')
})

test('objects lose what nobody asks them for', () => {
  const facts = { objects: ['a'], keys: ['c', 'e'] }
  expect(rewrite('var a = { b: 1, c: 2, d: 3, e: 4 }, f = { c: 1 }', facts)).toBe(
    'var a = { b: 1, d: 3, }, f = { c: 1 }',
  )
})

test('statements are left out, whatever their white space', () => {
  expect(rewrite('a();\nlisten(\n  "x",\n  b\n);', { statements: ['listen("x"'] })).toBe('a();\n;')
})

test('a fact that is of no use any more stops the build', () => {
  expect(() => rewrite('a = 1', { words: ['gone'] })).toThrow(/no longer has gone/)
})
