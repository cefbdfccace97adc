import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readEmailAddress } from '../../contract/email-address'
import { EMAIL_MAX_CHARS } from '../../contract/limits'
import { email } from '../../contract/schemas/fields'

/** From the HTML Standard, section "Email state (type=email)". */
const HTML_RULE =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

const accepted = [
  "o'brien@example.com",
  'r&d@example.com',
  'joe@xn--mnchen-3ya.de',
  "!#$%&'*+/=?^_`{|}~-@example.com",
  '.dots..are.fine.@example.com',
  'ann@localhost',
  'ann@1.2.3.4',
  'ann@a-b--c.example',
  `ann@${'a'.repeat(63)}.example`,
]
const refused = [
  '',
  '@',
  'ann',
  'ann@',
  '@example.com',
  'a b@example.com',
  'a@b@example.com',
  '"ann"@example.com',
  'ann(x)@example.com',
  'ann,bob@example.com',
  'ann;@example.com',
  'ann<x>@example.com',
  'ann\\@example.com',
  'ann[@example.com',
  'änn@example.com',
  'ann@-a.example',
  'ann@a-.example',
  'ann@a..example',
  'ann@.example',
  'ann@example.',
  'ann@ex_ample.com',
  'ann@[127.0.0.1]',
  `ann@${'a'.repeat(64)}.example`,
  'ann@example.com\n',
  'ann@example.com\u0000',
  // The Kelvin sign is no K.
  'an\u212A@example.com',
]

test.each(accepted)('accepts %s, as the browser’s own field', (text) => {
  expect(HTML_RULE.test(text)).toBe(true)
  expect(readEmailAddress(text)).toBe(text)
  expect(v.parse(email, ` ${text.toUpperCase()} `)).toBe(text.toLowerCase())
})

test.each(refused)('refuses %j, as the browser’s own field', (text) => {
  expect(HTML_RULE.test(text)).toBe(false)
  expect(readEmailAddress(text)).toBeNull()
})

test('every ASCII character in the local part and the domain is judged as by the browser', () => {
  for (let code = 0; code < 128; code += 1)
    for (const text of [`a${String.fromCharCode(code)}b@c.de`, `a@b${String.fromCharCode(code)}c.de`])
      expect([text, readEmailAddress(text) !== null]).toEqual([text, HTML_RULE.test(text)])
})

describe('a domain with other letters', () => {
  test.each([
    ['joe@münchen.de', 'joe@xn--mnchen-3ya.de'],
    ['joe@mu\u0308nchen.de', 'joe@xn--mnchen-3ya.de'],
    ['Joe@MÜNCHEN.de', 'joe@xn--mnchen-3ya.de'],
    ['joe@XN--MNCHEN-3YA.de', 'joe@xn--mnchen-3ya.de'],
    ['joe@straße.de', 'joe@xn--strae-oqa.de'],
    ['joe@例え。jp', 'joe@xn--r8jz45g.jp'],
    ['joe@пример.рф', 'joe@xn--e1afmkfd.xn--p1ai'],
    ["o'brien@bücher.example", "o'brien@xn--bcher-kva.example"],
  ])('%s is stored as %s', (typed, stored) => {
    expect(v.parse(email, typed)).toBe(stored)
  })

  test.each([
    'joe@ü/x.de',
    'joe@ü:80',
    'joe@ü%41.de',
    'joe@ü?x',
    'joe@ü#x',
    'joe@ü\\x',
    'joe@ü..de',
    'joe@a_ü.de',
    'joe@ü.de.',
    'joe@x:y@ü.de',
    'joe@ü\u200D.de',
    'jöe@ü.de',
  ])('%j is refused', (typed) => {
    expect(v.safeParse(email, typed).issues?.map(({ message }) => message)).toEqual(['invalid-email'])
  })

  test('counts in the length both as typed and as stored', () => {
    const local = 'a'.repeat(EMAIL_MAX_CHARS - '@ü.de'.length)
    expect(v.is(email, `${local}@ü.de`)).toBe(false)
    expect(v.is(email, `${local.slice('xn--tda'.length - 1)}@ü.de`)).toBe(true)
    expect(v.is(email, `${local}@u.de`)).toBe(true)
    expect(v.is(email, `a${local}@u.de`)).toBe(false)
  })
})
