import { codeFromMailbox } from '../../e2e/mailbox'
import { consent } from '../../e2e/social/consent-page'
import { expect, PASSWORD, test } from './dom-test'
import { nothing } from './shapes/answered'

/** Refusals that no other case covers. */
const refusals: [what: string, code: string, method: string, params: object][] = [
  ['a password that is too short', 'invalid-password-too-short', 'signupMemberEmailPassword', { password: 'short' }],
  ['an invalid address', 'invalid-email', 'signupMemberEmailPassword', { email: 'nobody', password: PASSWORD }],
  ['a login without a password', 'required-field-missing', 'loginMemberEmailPassword', {}],
  ['a record of a table that is not there', 'data-table-not-found', 'getDataRecord', { table: 'x', recordId: 'y' }],
  ['a change of an account by a visitor', 'login-required', 'updateMemberAuth', {}],
  ['the end of an account by a visitor', 'login-required', 'deleteMember', {}],
]

for (const [what, code, method, params] of refusals) {
  test(`${what} is refused as ${code}`, async ({ stage }) => {
    await stage.open()
    expect(await stage.refused(method, { email: stage.email, ...params })).toBe(code)
  })
}

test('an app and a key that do not match are refused', async ({ stage, expectedConsole }) => {
  // The client's requests at start are refused as well.
  expectedConsole.push(/./)
  await stage.open({ appId: 'app_of-nobody', publicKey: 'pk_sb_of-nobody' })
  expect(['app-not-found', 'invalid-public-key']).toContain(await stage.refused('getApp'))
})

test('an invalid session token is refused', async ({ stage }) => {
  await stage.open()
  expect(await stage.refused('getMemberJSON', { token: 'of-nobody' })).toBe('client/invalid-token')
})

test('a password login to an account without a password says so, and names its provider if it has only that', async ({
  stage,
}) => {
  const { email, urls, page } = stage
  await stage.open()
  await stage.ask(nothing, 'sendMemberSignupPasswordlessEmail', { email })
  const passwordlessToken = await codeFromMailbox(urls.api, email)
  await stage.ask(nothing, 'signupMemberPasswordless', { email, passwordlessToken })
  expect(await stage.refused('loginMemberEmailPassword', { email, password: PASSWORD })).toBe('no-password-set')

  const other = `at-github-${email}`
  await page.evaluate(() => window.published.atNextClick('signupWithProvider', [{ provider: 'github' }]))
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
  await consent(popup, other)
  await page.evaluate(() => window.published.ended)
  const login = { email: other, password: PASSWORD }
  const refused = await page.evaluate((given) => window.published.call('loginMemberEmailPassword', [given]), login)
  expect(refused).toMatchObject({ refusal: { code: 'use-social-login', provider: 'github' } })
})

test('a refused login leaves the current session unchanged', async ({ stage }) => {
  await stage.open()
  const { member } = await stage.join()
  const wrong = { email: stage.email, password: 'another-password' }
  expect(await stage.refused('loginMemberEmailPassword', wrong)).toBe('invalid-credentials')
  const kept = await stage.page.evaluate(() => localStorage.getItem('_ms-mem'))
  expect(JSON.parse(kept ?? 'null')).toMatchObject({ id: member.id })
})

/** CORS preflights before the client's calls, recorded from the network. */
const preflights: [methods: string, headers: string][] = [
  ['POST', 'content-type,referring-path,x-api-key,x-app-id,x-user-agent'],
  ['GET', 'referring-path,x-api-key,x-app-id,x-session-id,x-user-agent'],
  ['POST', 'content-type,referring-path,x-api-key,x-app-id,x-session-id,x-user-agent'],
  ['PATCH POST PUT', 'authorization,content-type,referring-path,x-api-key,x-app-id,x-session-id,x-user-agent'],
  ['DELETE GET POST', 'authorization,referring-path,x-api-key,x-app-id,x-session-id,x-user-agent'],
  ['POST', 'authorization,content-type,x-api-key,x-app-id,x-user-agent'],
]

test('every preflight of a call is allowed', async ({ urls }) => {
  const origin = 'https://shop.example'
  for (const [methods, asked] of preflights) {
    for (const method of methods.split(' ')) {
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': asked,
      }
      const answer = await fetch(`${urls.api}/member`, { method: 'OPTIONS', headers })
      const granted = (name: string) => answer.headers.get(`access-control-allow-${name}`)?.split(/,\s*/) ?? []
      expect(answer.ok).toBe(true)
      expect(granted('origin')).toEqual([origin])
      expect(granted('credentials')).toEqual(['true'])
      expect(granted('methods')).toContain(method)
      expect(granted('headers')).toEqual(expect.arrayContaining(asked.split(',')))
    }
  }
})
