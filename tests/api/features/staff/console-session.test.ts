import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONSOLE_PUBLIC_KEY } from '../../../../contract/admin/console-session'
import { openConsole, STAFF_PASSWORD } from '../../../support/console-people'
import type { ConsoleBrowser, Headed, TestConsole } from '../../../support/console-people'
import { softAuthenticator } from '../../../support/soft-authenticator'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let shop: TestConsole
let owner: ConsoleBrowser & { id: string }
beforeEach(async () => {
  shop = await openConsole({ development: false })
  owner = await shop.owner()
})
afterEach(() => shop.close())

/** As the widget on the console's page does. */
const memberToken = async (email = 'owner@example.test', password = STAFF_PASSWORD): Promise<string> => {
  const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001' }
  const { data } = await shop.call('login', { email, password, device: null }, how)
  return data.tokens.accessToken
}
const logIn = async (token: string) => shop.send('POST', '/console/session', { body: { token } })
const me = (browser: ConsoleBrowser, headers: Headed = {}) =>
  shop.ask('getMe', {}, browser, { 'console-app': null, 'console-mode': null, ...headers })

describe('login', () => {
  it('exchanges a member token, once, for a cookie that scripts cannot read', async () => {
    const token = await memberToken()
    const answer = await logIn(token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^console_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/u,
    )
    expect(answer.data.person).toMatchObject({ email: 'owner@example.test', name: 'Olga Owner', isServerOwner: true })
    expect((await me(shop.browserOf(answer))).status).toBe(200)
    expect((await logIn(token)).code).toBe('client/invalid-token')
    const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001', token }
    expect((await shop.call('getMember', {}, how)).body.data).toBeNull()
  })

  it('has the prefix __Host- and Secure over https', async () => {
    const other = await openConsole({
      development: false,
      env: { PUBLIC_API_URL: 'https://api.example.test', SMTP_URL: 'smtp://a:b@mail.test:25' },
    })
    const cookie = (await other.setUp()).headers.get('set-cookie')
    expect(cookie).toMatch(/^__Host-console_session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/u)
    await other.close()
  })

  it('refuses a member token of another app, a token older than five minutes, and people without a role', async () => {
    const { data } = await shop.call('signup', {
      email: 'ada@example.test',
      password: 'a long enough one',
      device: null,
    })
    expect((await logIn(data.tokens.accessToken)).code).toBe('client/invalid-token')
    const old = await memberToken()
    shop.clock.advance(5 * MINUTE + 1)
    expect((await logIn(old)).code).toBe('client/invalid-token')
    const helper = await shop.join(shop.browserOf(await logIn(await memberToken())), 'sue@example.test', 'support')
    const token = await memberToken('sue@example.test')
    await shop.store.kysely.deleteFrom('staffRoles').where('memberId', '=', helper.id).execute()
    expect((await logIn(token)).code).toBe('no-staff-account')
  })

  it('refuses people whose address is not verified, and ends their open sessions', async () => {
    const token = await memberToken()
    await shop.store.members.update(owner.id, { verified: false })
    expect((await logIn(token)).code).toBe('no-staff-account')
    expect((await me(owner)).code).toBe('console-login-required')
    await shop.store.members.update(owner.id, { verified: true })
    // The refusal used nothing up.
    expect((await logIn(token)).status).toBe(200)
  })

  it('refuses sign-ups by the client API', async () => {
    const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001' }
    const before = JSON.stringify(shop.dumpDatabase()['members'])
    const input = { email: 'eve@example.test', password: STAFF_PASSWORD, device: null }
    expect((await shop.call('signup', input, how)).body.code).toBe('invitation-required')
    expect((await shop.call('signup', { ...input, email: 'owner@example.test' }, how)).body.code).toBe(
      'invitation-required',
    )
    // Test Mode has no accounts either.
    expect((await shop.call('signup', input, { app: 'app_console', origin: 'https://evil.example' })).body.code).toBe(
      'invitation-required',
    )
    expect(JSON.stringify(shop.dumpDatabase()['members'])).toBe(before)
  })

  it('serves its members on the console’s host only', async () => {
    const how = { key: CONSOLE_PUBLIC_KEY, origin: 'https://evil.example' }
    const input = { email: 'owner@example.test', password: STAFF_PASSWORD, device: null }
    expect((await shop.call('login', input, how)).body.code).toBe('domain-not-permitted')
  })
})

describe('the end of a session', () => {
  it('comes with logout, an hour without use, and twelve hours', async () => {
    expect((await shop.send('DELETE', '/console/session', { browser: owner })).headers.get('set-cookie')).toContain(
      'Max-Age=0',
    )
    expect((await me(owner)).code).toBe('console-login-required')

    const idle = shop.browserOf(await logIn(await memberToken()))
    shop.clock.advance(59 * MINUTE)
    expect((await me(idle)).status).toBe(200)
    shop.clock.advance(60 * MINUTE)
    expect((await me(idle)).code).toBe('console-login-required')

    // An open page that no one uses asks for changes by itself.
    const left = shop.browserOf(await logIn(await memberToken()))
    for (const minutes of [10, 20, 29]) {
      shop.clock.advance(minutes * MINUTE)
      expect((await me(left, { 'console-idle': '1' })).status).toBe(200)
    }
    shop.clock.advance(MINUTE)
    expect((await me(left, { 'console-idle': '1' })).code).toBe('console-login-required')

    const busy = shop.browserOf(await logIn(await memberToken()))
    for (let half = 0; half < 23; half += 1) {
      shop.clock.advance(HOUR / 2)
      expect((await me(busy)).status).toBe(200)
    }
    shop.clock.advance(HOUR / 2)
    expect((await me(busy)).code).toBe('console-login-required')
  })

  it('comes with another password', async () => {
    const token = await memberToken()
    const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: 'http://localhost:4001', token }
    const input = { oldPassword: STAFF_PASSWORD, newPassword: `${STAFF_PASSWORD}!` }
    expect((await shop.call('updateMemberAuth', input, how)).status).toBe(200)
    expect((await me(owner)).code).toBe('console-login-required')
  })
})

describe('step-up', () => {
  const invite = () => shop.ask('inviteStaff', { email: 'new@example.test', role: 'support' }, owner)

  it('lasts ten minutes after the password', async () => {
    expect((await invite()).status).toBe(200)
    shop.clock.advance(10 * MINUTE)
    expect((await invite()).code).toBe('step-up-required')
    const wrong = await shop.send('POST', '/console/session/confirm', { browser: owner, body: { password: 'wrong' } })
    expect(wrong).toMatchObject({ status: 400, code: 'invalid-password' })
    expect((await invite()).code).toBe('step-up-required')
    const right = await shop.send('POST', '/console/session/confirm', {
      browser: owner,
      body: { password: STAFF_PASSWORD },
    })
    expect(right.data).toEqual({ steppedUpUntil: new Date(shop.clock.now() + 10 * MINUTE).toISOString() })
    expect((await invite()).status).toBe(200)
  })
})

describe('step-up by passkey', () => {
  const ORIGIN = 'http://localhost:4001'
  const post = (path: string, browser: ConsoleBrowser, body: object, headers: Headed = { origin: ORIGIN }) =>
    shop.send('POST', `/console/session/confirm${path}`, { browser, body, headers })
  const options = async (browser: ConsoleBrowser) => (await post('/options', browser, {})).data
  const invite = () => shop.ask('inviteStaff', { email: 'new@example.test', role: 'support' }, owner)

  /** As the widget on the login page does. */
  async function addPasskey(email?: string) {
    const how = { app: 'app_console', key: CONSOLE_PUBLIC_KEY, origin: ORIGIN, token: await memberToken(email) }
    const authenticator = softAuthenticator()
    const { data } = await shop.call('getPasskeyOptions', {}, how)
    await shop.call('addPasskey', { credential: authenticator.create(data, ORIGIN) }, how)
    return authenticator
  }

  it('lasts ten minutes, and takes a signed challenge once', async () => {
    const read = async () => (await shop.send('GET', '/console/session', { browser: owner })).data.hasPasskey
    expect(await read()).toBe(false)
    const authenticator = await addPasskey()
    expect(await read()).toBe(true)
    shop.clock.advance(10 * MINUTE)
    const credential = authenticator.get(await options(owner), ORIGIN)
    expect((await post('', owner, { credential })).data).toEqual({
      steppedUpUntil: new Date(shop.clock.now() + 10 * MINUTE).toISOString(),
    })
    expect((await invite()).status).toBe(200)
    expect((await post('', owner, { credential })).code).toBe('passkey-refused')
    shop.clock.advance(10 * MINUTE)
    expect((await invite()).code).toBe('step-up-required')
  })

  it('refuses a passkey or a challenge of another person, another page and a browser that names no page', async () => {
    const sue = await shop.join(owner, 'sue@example.test', 'admin')
    const [mine, hers] = [await addPasskey(), await addPasskey('sue@example.test')]
    shop.clock.advance(10 * MINUTE)
    const refused = async (credential: object, headers?: Headed) =>
      (await post('', owner, { credential }, headers)).code
    expect(await refused(hers.get(await options(owner), ORIGIN))).toBe('passkey-refused')
    expect(await refused(mine.get(await options(sue), ORIGIN))).toBe('passkey-refused')
    expect(await refused(mine.get(await options(owner), 'http://localhost:4002'))).toBe('passkey-refused')
    expect(await refused(mine.get(await options(owner), ORIGIN, { isVerified: false }))).toBe('passkey-refused')
    expect(await refused(mine.get(await options(owner), ORIGIN), {})).toBe('login-method-disabled')
    expect((await post('', owner, {})).code).toBe('required-field-missing')
    expect((await invite()).code).toBe('step-up-required')
  })
})

describe('step-up guesses', () => {
  it('are limited', async () => {
    await shop.close()
    shop = await openConsole({ development: false, rateLimitFactor: 1 })
    owner = await shop.owner()
    const codes: (string | undefined)[] = []
    for (let guess = 0; guess < 11; guess += 1)
      codes.push(
        (await shop.send('POST', '/console/session/confirm', { browser: owner, body: { password: 'wrong' } })).code,
      )
    expect(codes.slice(9)).toEqual(['invalid-password', 'too-many-requests'])
  })

  it('do not hide that a person may call 250 times in ten seconds', async () => {
    await shop.close()
    shop = await openConsole({ development: false, rateLimitFactor: 1 })
    owner = await shop.owner()
    const statuses = new Map<number, number>()
    for (let count = 0; count < 251; count += 1) {
      const { status } = await me(owner)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [200, 250],
      [429, 1],
    ])
  })
})
