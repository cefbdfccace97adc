import { expect, it } from 'vitest'
import { toIdentity } from '../../../../../api/features/social/oauth'

const claimed = { subject: 'a', email: 'a@example.com', emailVerified: true, firstName: 'Ada', lastName: null }
const read = (changes: Partial<Record<keyof typeof claimed, unknown>>) =>
  toIdentity('acme', { ...claimed, ...changes, emailVerified: true })

it.each([
  ['a', 'a'],
  ['A b/ç', 'A b/ç'],
  [583_231, '583231'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('accepts the account ID %j', (subject, expected) => {
  expect(read({ subject }).subject).toBe(expected)
})

it.each([
  undefined,
  null,
  '',
  0,
  -1,
  1.5,
  2 ** 53,
  Number.NaN,
  true,
  {},
  ['a'],
  'x'.repeat(256),
  'a\u0000',
  'a\n',
  '\ud800',
])('refuses the account ID %j', (subject) => {
  expect(() => read({ subject })).toThrow(expect.objectContaining({ code: 'account-connect-failed' }))
})

it.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['a+b@example.co.uk', 'a+b@example.co.uk'],
])('normalizes the address %j like our sign-up', (email, expected) => {
  expect(read({ email })).toMatchObject({ email: expected, emailVerified: true })
})

it.each([undefined, null, '', 'ada', 'ada@', 7, { email: 'a@example.com' }, `${'a'.repeat(250)}@example.com`])(
  'takes %j as no address, and as unverified',
  (email) => {
    expect(read({ email })).toMatchObject({ email: null, emailVerified: false })
  },
)

it.each([
  ['  Ada \n\t King ', 'Ada King'],
  ["O'Brien-Ñúñez", "O'Brien-Ñúñez"],
  ['<b>Ada</b>', '<b>Ada</b>'],
  ['نگار\u200cین', 'نگار\u200cین'],
  ['👩‍💻', '👩‍💻'],
  ['\u202eadA\u2066', 'adA'],
  ['A\u0000da', 'A da'],
  [`${'x'.repeat(254)}👩`, 'x'.repeat(254)],
  ['x'.repeat(400), 'x'.repeat(255)],
])('cleans the name %j', (firstName, expected) => {
  expect(read({ firstName }).firstName).toBe(expected)
})

it.each([undefined, null, '', '  ', '\u202e', 7, ['Ada']])('takes %j as no name', (firstName) => {
  expect(read({ firstName }).firstName).toBeNull()
})
