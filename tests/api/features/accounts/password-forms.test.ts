import { hash } from '@node-rs/argon2'
import { hashSync } from 'bcryptjs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPasswordHasher } from '../../../../api/features/accounts/hasher'
import { normalizePassword } from '../../../../api/lib/text'
import { faultOfPassword } from '../../../../api/features/accounts/passwords'
import { openTestServices, tokenIn } from '../../../support/open-test-services'

const light = { memoryCost: 64, timeCost: 1 }
const email = 'ann@example.com'
const typed = 'Käsekuchen-Größe-9'
const composed = typed.normalize('NFC')
const decomposed = typed.normalize('NFD')
/** Of a version before, or another product. */
const rawHash = (password: string) => hash(password, { ...light, parallelism: 1 })

test.each([
  [decomposed, composed],
  ['Passwort\u00A0mit\u2003Raum\u3000', 'Passwort mit Raum '],
  ['\u1EC7 \u0065\u0323\u0302', '\u1EC7 \u1EC7'],
  ['\u1112\u1161\u11AB', '\uD55C'],
  // Neither case nor compatibility: ﬁ, Ａ and ² are letters of their own.
  ['ﬁ Ａ ² Straße', 'ﬁ Ａ ² Straße'],
  [' tab\tand  blanks ', ' tab\tand  blanks '],
])('%j is hashed as %j', (password, normalized) => {
  expect(normalizePassword(password)).toBe(normalized)
})

describe.each([
  ['composed', composed, decomposed],
  ['decomposed', decomposed, composed],
  ['with another space', 'correct\u00A0horse\u00E9', 'correct horsee\u0301'],
])('a password set %s', (_form, set, used) => {
  test('logs in from a keyboard that types the other form, after a sign-up, a change and a reset', async () => {
    const services = await openTestServices()
    const login = async (password: string) => (await services.call('login', { email, password })).data
    await services.call('signup', { email, password: set })
    const { tokens } = await login(used)
    const change = { oldPassword: used, newPassword: `1${set}` }
    await services.call('updateMemberAuth', change, await services.as(tokens.accessToken))
    await login(`1${used}`)
    await services.call('sendResetPasswordEmail', { email })
    const token = tokenIn((await services.mails()).at(-1))
    await services.call('resetPassword', { token, newPassword: `2${set}` })
    await login(`2${used}`)
    await expect(login(`3${used}`)).rejects.toMatchObject({ code: 'invalid-credentials' })
  })
})

test('a hash of the form as typed still logs in, and is replaced, once, by one of the normalized form', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', { email, password: typed })
  const stored = async () => (await services.store.members.findById(data.member.id))?.passwordHash
  for (const old of [await rawHash(decomposed), hashSync(decomposed, 4)]) {
    await services.store.members.update(data.member.id, { passwordHash: old })
    await expect(services.call('login', { email, password: `${decomposed}?` })).rejects.toMatchObject({ status: 401 })
    expect(await stored()).toBe(old)
    await services.call('login', { email, password: decomposed })
    const renewed = await stored()
    expect(renewed).not.toBe(old)
    await services.call('login', { email, password: decomposed })
    await services.call('login', { email, password: composed })
    expect(await stored()).toBe(renewed)
  }
})

describe('the number of checks', () => {
  const hasher = createPasswordHasher(light)
  const timings = async (stored: string | null, password: string) => {
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    expect(await hasher.verify(stored, password)).toBe(false)
    const { length } = clock.mock.calls
    clock.mockRestore()
    return length
  }

  test.each([
    ['wrong password', 1],
    [`${composed}?`, 1],
    [`${decomposed}?`, 2],
    ['wrong\u00A0password', 2],
  ])('of the refused %j is %i, whether an account exists or has an old hash', async (password, expected) => {
    const hashes = [null, await hasher.hash(typed), await rawHash(decomposed), await rawHash(composed)]
    // Each check is timed, at its start and its end.
    for (const stored of hashes) expect(await timings(stored, password)).toBe(2 * expected)
  })
})

test('a bcrypt hash of a password that either form takes past its 72 bytes is not replaced', async () => {
  const hasher = createPasswordHasher(light)
  const long = 'ä'.repeat(30).normalize('NFD')
  const stored = hashSync(long, 4)
  expect(await hasher.verify(stored, long)).toBe(true)
  expect(await hasher.renew(stored, long)).toBeNull()
})

test('common and leaked passwords are recognized in every form', async () => {
  const asked: string[] = []
  const breachedPasswords = {
    has: async (password: string) => {
      asked.push(password)
      return true
    },
    close: async () => {},
  }
  const chosen = { app: { name: 'Größe'.normalize('NFD'), liveDomains: ['käse.example'] }, mode: 'live' as const }
  expect(await faultOfPassword({ breachedPasswords }, chosen, decomposed)).toBe('password-breached')
  expect(asked).toEqual([composed])
  expect(await faultOfPassword({ breachedPasswords }, chosen, 'größe-2026')).toBe('password-too-common')
  expect(await faultOfPassword({ breachedPasswords }, chosen, 'käse-2026'.normalize('NFD'))).toBe('password-too-common')
})
