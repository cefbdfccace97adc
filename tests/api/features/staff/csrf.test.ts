import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSecretKey } from '../../../support/admin-calls'
import { consoleHeaders, openConsole } from '../../../support/console-people'
import type { ConsoleBrowser, Headed, TestConsole } from '../../../support/console-people'

let shop: TestConsole
let owner: ConsoleBrowser
let other: ConsoleBrowser
beforeAll(async () => {
  shop = await openConsole()
  owner = await shop.owner()
  other = await shop.join(owner, 'other@example.test', 'owner')
})
afterAll(() => shop.close())

const change = (headers: Headed) => shop.ask('createMember', { email: 'made@example.test' }, owner, headers)
const countMembers = () => shop.dumpDatabase()['members']?.length

/** Each drops one condition of a call with the cookie. */
const dropped: readonly [string, () => Headed, string][] = [
  ['without Sec-Fetch-Site', () => ({ 'sec-fetch-site': null }), '403 access-denied'],
  ['from another site', () => ({ 'sec-fetch-site': 'cross-site' }), '403 access-denied'],
  ['from another host of the domain', () => ({ 'sec-fetch-site': 'same-site' }), '403 access-denied'],
  ['typed into the address bar', () => ({ 'sec-fetch-site': 'none' }), '403 access-denied'],
  ['with a foreign Origin', () => ({ origin: 'https://evil.example' }), '403 access-denied'],
  ['with an opaque Origin', () => ({ origin: 'null' }), '403 access-denied'],
  ['with the Origin of a page on another port', () => ({ origin: 'http://localhost:4002' }), '403 access-denied'],
  ['without Console-Token', () => ({ 'console-token': null }), '403 access-denied'],
  ['with an empty Console-Token', () => ({ 'console-token': '' }), '403 access-denied'],
  ['with the Console-Token of another session', () => ({ 'console-token': other.token }), '403 access-denied'],
  ['without Console-App', () => ({ 'console-app': null }), '400 required-field-missing'],
  ['without Console-Mode', () => ({ 'console-mode': null }), '400 required-field-missing'],
  ['with an unknown Console-Mode', () => ({ 'console-mode': 'both' }), '400 invalid-field-value'],
  ['for an unknown app', () => ({ 'console-app': 'app_nobody' }), '403 right-missing'],
  ['for the app of the console', () => ({ 'console-app': 'app_console' }), '403 right-missing'],
  [
    'with another cookie',
    () => ({ cookie: 'console_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    '401 console-login-required',
  ],
  ['without the cookie', () => ({ cookie: null }), '401 invalid-secret-key'],
  ['from a host name of DNS rebinding', () => ({ host: 'evil.example' }), '421 wrong-host'],
]

describe('a call with the cookie', () => {
  it('works under all conditions, also with the console’s own Origin', async () => {
    expect((await change({})).status).toBe(200)
    const again = await shop.ask('listMembers', {}, owner, { origin: 'http://localhost:4001' })
    expect(again.status).toBe(200)
  })

  it.each(dropped)('is refused %s', async (_, headers, outcome) => {
    const before = countMembers()
    const { status, code, headers: answered } = await change(headers())
    expect(`${status} ${code}`).toBe(outcome)
    expect(countMembers()).toBe(before)
    expect(answered.get('access-control-allow-origin')).toBeNull()
  })

  it('is refused beside a secret key, valid or not', async () => {
    const key = await aSecretKey(shop)
    for (const sent of [key, 'sk_sb_wrong', ''])
      expect((await change({ 'x-api-key': sent })).code).toBe('two-credentials')
  })

  it('never gets a CORS header, also not in a preflight', async () => {
    for (const path of ['/admin/members', '/console/session', '/console/session/confirm']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const response = await shop.request(path, { method: 'OPTIONS', headers })
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

/** A page must not log a visitor in or out, confirm, or read the token. */
describe.each([
  ['GET', '/console/session', {}],
  ['POST', '/console/session', { token: 'x' }],
  ['DELETE', '/console/session', undefined],
  ['POST', '/console/session/confirm', { password: 'x' }],
  ['POST', '/console/session/confirm/options', {}],
  ['POST', '/console/session/setup', { token: 'x', name: 'x', email: 'x@example.test', password: 'long enough 42' }],
  ['POST', '/console/session/demo', {}],
  ['POST', '/console/session/invitation', { token: 'x' }],
] as const)('%s %s', (method, path, body) => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['no browser that states its site', { 'sec-fetch-site': null }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
  ])('refuses %s', async (_, headers) => {
    const init = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }
    const sent = consoleHeaders(owner, { ...headers, 'content-type': 'application/json' })
    const response = await shop.request(path, { method, headers: sent, ...init })
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

it.each(['DELETE /console/session', 'POST /console/session/confirm', 'POST /console/session/confirm/options'])(
  '%s needs the Console-Token',
  async (call) => {
    const [method = '', path = ''] = call.split(' ')
    const body = method === 'POST' ? { body: { password: 'x' } } : {}
    expect((await shop.send(method, path, { browser: owner, headers: { 'console-token': null }, ...body })).code).toBe(
      'access-denied',
    )
  },
)

it('the cookie opens nothing in the client API', async () => {
  const how = { app: 'app_console', origin: 'http://localhost:4001', headers: { cookie: owner.cookie } }
  expect((await shop.call('getMember', {}, how)).body.data).toBeNull()
  expect((await shop.call('getMemberJson', {}, how)).body.code).toBe('login-required')
})
