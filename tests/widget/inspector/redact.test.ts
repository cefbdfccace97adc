import { randomBytes } from 'node:crypto'
import * as fc from '../../support/fast-check'
import { describe, expect, test } from 'vitest'
import { redactUrl, redactInput, redactText } from '../../../widget/inspector/redact'

const PAGE = 'https://page.example/pricing.html'

/** Names under which our calls, and those of others, send secrets. */
const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'inviteToken',
  'captchaToken',
  'emailToken',
  'code',
  'ticket',
  'oldPassword',
  'memberToken',
  'client_secret',
  'session_id',
]

/** Random values of the server: sessions and tickets, links, JSON web tokens, UUIDs, hexadecimal digests. */
const tokens = [
  () => randomBytes(32).toString('base64url'),
  () => randomBytes(16).toString('base64url'),
  () => `eyJhbGciOiJIUzI1NiJ9.${randomBytes(24).toString('base64url')}`,
  () => crypto.randomUUID(),
  () => randomBytes(20).toString('hex'),
]
const token = fc.constantFrom(...tokens).map((draw) => draw())
const drawnPart = (text: string): string => text.split('.').at(-1) ?? text
const word = fc.stringMatching(/^[a-z]{1,8}$/)

describe('what was sent', () => {
  test('no value under the name of a secret survives, however deep', () => {
    const secret = fc.stringMatching(/^[A-Z0-9]{6,12}$/)
    fc.assert(
      fc.property(fc.constantFrom(...secretNames), secret, fc.array(word, { maxLength: 3 }), (name, value, path) => {
        const input = path.reduce<object>((inner, key) => ({ [key]: inner, list: [inner] }), { [name]: value })
        expect(redactInput(input)).not.toContain(value)
        expect(redactInput({ [name]: { deep: value, list: [value] } })).not.toContain(value)
      }),
    )
  })

  test('no token survives in any place, whatever stands around it', () => {
    fc.assert(
      fc.property(token, fc.string({ maxLength: 150 }), fc.string({ maxLength: 50 }), (secret, before, after) => {
        const text = `${before}${secret}${after}`
        expect(redactText(text)).not.toContain(drawnPart(secret))
        expect(redactInput({ note: text })).not.toContain(drawnPart(secret).slice(0, 20))
        expect(redactInput({ [text]: 1 })).not.toContain(drawnPart(secret).slice(0, 20))
      }),
    )
  })

  test('email addresses are removed', () => {
    expect(redactInput({ email: 'ada@demo.example', note: 'write to Ada <ada@demo.example>' })).toBe(
      '{"email":"…","note":"write to Ada <…>"}',
    )
  })

  test('what helps to find a mistake stays', () => {
    const input = {
      planId: 'pln_free',
      priceId: 'prc_pro-monthly-2026',
      customFields: { 'first-name': 'Ada' },
      on: true,
    }
    expect(redactInput(input)).toBe(JSON.stringify(input))
  })

  test('long texts are cut, and the whole is', () => {
    expect(redactInput({ bio: 'word '.repeat(100) }).length).toBeLessThan(140)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field-${index}`, 'some words']))
    expect(redactInput(many).length).toBeLessThan(1_010)
  })

  test('what JSON cannot hold is no error', () => {
    const round: Record<string, unknown> = {}
    round['round'] = round
    expect([redactInput(round), redactInput({ big: 1n })]).toEqual(['', ''])
  })
})

describe('an address', () => {
  test.each([
    ['/welcome.html', '/welcome.html'],
    ['https://page.example/a?plan=pln_free#top', '/a?plan=pln_free#top'],
    ['https://pay.example/checkout', 'https://pay.example/checkout'],
    ['/x?token=123456&next=/a', '/x?token=…&next=/a'],
    ['/x?inviteToken=abc', '/x?inviteToken=…'],
    ['/x?%74oken=abc', '/x?%74oken=…'],
    ['/x#access_token=abc&state=1', '/x#access_token=…&state=1'],
    ['https://ada:secret@page.example/a', '/a'],
    ['/x?email=ada@demo.example', '/x?email=…'],
    ['/x?email=ada%40demo.example', '/x?email=…'],
    ['https://', 'https://'],
  ])('%s is shown as %s', (address, shown) => {
    expect(redactUrl(address, PAGE)).toBe(shown)
  })

  test('holds no token, wherever it stood', () => {
    fc.assert(
      fc.property(token, word, (secret, name) => {
        for (const address of [
          `/reset/${secret}`,
          `/x?${name}=${secret}`,
          `/x#${secret}`,
          `https://a.example/${secret}?a`,
        ])
          expect(redactUrl(address, PAGE)).not.toContain(drawnPart(secret))
      }),
    )
  })
})
