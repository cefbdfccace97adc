import { describe, expect, it, onTestFinished } from 'vitest'
import { aSecretKey, callAdmin } from '../../support/admin-calls'
import { linesOf, namesOf } from '../../support/security-events'
import { startTestApi } from '../../support/start-api'
import { withStoredApps } from '../../support/stored-apps'
import type { TestApiOptions } from '../../support/start-api'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const wrong = { ...ann, password: 'wrong horse' }

async function start(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', ann)
  const token = data.tokens.accessToken
  return { api, token, during: (work: () => Promise<unknown>) => linesOf(api, work) }
}

const failed = { kind: 'security', outcome: 'failure', address: '192.0.2.1' }

describe('a failed login or check emits one event', () => {
  it.each([
    ['a wrong password', 'invalid-credentials', wrong],
    ['an address without an account', 'invalid-credentials', { ...wrong, email: 'nobody@example.com' }],
  ])('login-refused: %s', async (_, reason, tried) => {
    const { api, during } = await start()
    const lines = await during(() => api.call('login', tried))
    expect(lines).toMatchObject([{ ...failed, event: 'login-refused', reason, route: 'POST /auth/login' }])
    expect(JSON.stringify(lines)).not.toMatch(/example\.com|horse/u)
  })

  it('login-refused: a wrong code, a wrong ticket', async () => {
    const { api, during } = await start()
    const email = ann.email
    expect(await during(() => api.call('passwordlessLogin', { email, passwordlessToken: '000000' }))).toMatchObject([
      { ...failed, event: 'login-refused', reason: 'invalid-passwordless-login-code' },
    ])
    expect(await during(() => api.call('exchangeMemberTicket', { ticket: 'x'.repeat(43) }))).toMatchObject([
      { ...failed, event: 'login-refused', reason: 'invalid-member-ticket' },
    ])
    expect(await during(() => api.call('loginLink', { token: 'lnk_none', act: 'login' }))).toMatchObject([
      { ...failed, event: 'login-refused', reason: 'invalid-login-link' },
    ])
  })

  it('code-refused: a wrong reset code', async () => {
    const { api, during } = await start()
    const reset = { token: '000000', newPassword: 'another horse', email: ann.email }
    expect(await during(() => api.call('resetPassword', reset))).toMatchObject([{ ...failed, event: 'code-refused' }])
  })

  it('session-refused: an invalid token', async () => {
    const { api, during } = await start()
    const lines = await during(() => api.call('updateMember', { customFields: {} }, { token: 'not-a-token' }))
    expect(lines).toMatchObject([{ ...failed, event: 'session-refused', reason: 'client/invalid-token' }])
    expect(JSON.stringify(lines)).not.toContain('not-a-token')
  })

  it('password-refused: a wrong current password', async () => {
    const { api, token, during } = await start()
    const change = { oldPassword: 'wrong', newPassword: 'another horse' }
    expect(await during(() => api.call('updateMemberAuth', change, { token }))).toMatchObject([
      { ...failed, event: 'password-refused', memberId: expect.stringMatching(/^mem_sb_/u) },
    ])
  })

  it('captcha-refused: a sign-up without proof', async () => {
    const { api, during } = await start()
    const strict = await startTestApi({
      services: {
        store: withStoredApps(api.store, (found) => found.map((app) => ({ ...app, captchaRequired: true }))),
      },
    })
    onTestFinished(() => strict.close())
    const lines = await linesOf(strict, () => strict.call('signup', { ...ann, email: 'bot@example.com' }))
    expect(lines).toMatchObject([{ ...failed, event: 'captcha-refused' }])
    expect(await during(async () => {})).toEqual([])
  })

  it('admin-key-refused: an unknown key', async () => {
    const { api, during } = await start()
    const lines = await during(() => callAdmin(api, 'sk_sb_0123456789abcdef', 'listMembers'))
    expect(lines).toMatchObject([{ ...failed, event: 'admin-key-refused', route: 'GET /admin/members' }])
    expect(JSON.stringify(lines)).not.toContain('sk_sb')
  })
})

describe('an exceeded limit emits one event per caller and window', () => {
  it('limit-reached: with the name of the limit, once per window', async () => {
    const { api, during } = await start({ rateLimitFactor: 1 })
    for (let tries = 0; tries < 10; tries += 1) await api.call('login', wrong)
    const locked = () => api.call('login', ann)
    expect((await locked()).status).toBe(429)
    expect(namesOf(await during(locked))).toEqual([])
    const lines = api.securityLines.filter((line) => line.includes('limit-reached'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...failed, reason: 'failedLoginsPerAccount', appId: 'app_demo', route: 'POST /auth/login' },
    ])
  })

  it('limit-reached: of a limit that the response does not show', async () => {
    const { api, during } = await start({ rateLimitFactor: 1 })
    const ask = () => api.call('sendResetPasswordEmail', { email: ann.email })
    for (let asked = 0; asked < 5; asked += 1) expect(await during(ask)).toEqual([])
    expect(await during(ask)).toMatchObject([{ ...failed, event: 'limit-reached', reason: 'resetMailsPerAccount' }])
    expect(await during(ask)).toEqual([])
    api.clock.advance(900_000)
    expect(await during(ask)).toEqual([])
  })

  it('limit-reached: of calls, before the request is read', async () => {
    const { api, during } = await start({ rateLimitFactor: 1 })
    const calls = async () => {
      for (let call = 0; call < 210; call += 1) await api.call('getApp', {}, { address: '203.0.113.9' })
    }
    const lines = await during(calls)
    expect(lines).toMatchObject([{ event: 'limit-reached', reason: 'callsPerAddress', address: '203.0.113.9' }])
    expect(lines).toHaveLength(1)
  })
})

describe('a rejected request emits one event', () => {
  it('access-refused: an action that the caller may not do', async () => {
    const { api, during } = await start()
    const key = await aSecretKey(api)
    const lines = await during(() =>
      api.request('/admin/members', { headers: { 'x-api-key': key, origin: 'https://site.example' } }),
    )
    expect(lines).toMatchObject([{ ...failed, event: 'access-refused', reason: 'access-denied' }])
  })

  it('origin-refused: a page that may not use an app', async () => {
    const { api, during } = await start()
    const lines = await during(() => api.call('getApp', {}, { key: 'pk_demo', origin: 'https://other.example' }))
    expect(lines).toMatchObject([{ ...failed, event: 'origin-refused', reason: 'domain-not-permitted' }])
  })

  it('origin-refused: another site’s form', async () => {
    const { api, during } = await start()
    const body = new URLSearchParams({ token: 'x' })
    const headers = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }
    const lines = await during(() => api.request('/account/reset-password', { method: 'POST', body, headers }))
    expect(lines).toMatchObject([{ ...failed, event: 'origin-refused', route: 'POST /account/reset-password' }])
    expect(lines).toHaveLength(1)
  })

  it('signature-refused: an event that the payment provider did not sign', async () => {
    const { api, during } = await start()
    const lines = await during(() => api.request('/webhooks/stripe', { method: 'POST', body: '{}' }))
    expect(lines).toMatchObject([{ ...failed, event: 'signature-refused', route: 'POST /webhooks/stripe' }])
  })

  it('upload-refused: a file that does not match its name', async () => {
    const { api, token, during } = await start()
    const profileImage = new File(['<script>'], 'me.png', { type: 'image/png' })
    const lines = await during(() => api.call('updateProfileImage', { profileImage }, { token }))
    expect(lines).toMatchObject([{ ...failed, event: 'upload-refused', reason: 'invalid-file-type' }])
  })

  it('an invalid input emits no event', async () => {
    const { api, during } = await start()
    const lines = await during(async () => {
      await api.request('/nowhere')
      await api.request('/auth/login', { method: 'POST', body: '{' })
      await api.call('signup', ann)
    })
    expect(lines).toEqual([])
  })
})
