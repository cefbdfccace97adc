import { describe, expect, it, onTestFinished } from 'vitest'
import { aSecretKey, callAdmin } from '../../support/admin-calls'
import { linesOf, namesOf } from '../../support/security-events'
import { startTestApi } from '../../support/start-api'
import { moveEmail } from '../../support/move-email'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function start() {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', ann)
  const token = data.tokens.accessToken
  const codeTo = async (address: string) =>
    /^(\d{6})$/mu.exec((await api.mailTo(address))?.text ?? '')?.[1] ?? 'no code'
  return { api, id: data.member.id, token, codeTo, during: (work: () => Promise<unknown>) => linesOf(api, work) }
}

const known = { kind: 'security', appId: 'app_demo', mode: 'test', address: '192.0.2.1' }

describe('a login or sign-up emits one event', () => {
  it('account-created: with the app, the mode, the member, the address, the route and the request', async () => {
    const { api, during } = await start()
    let made: Awaited<ReturnType<typeof signup>> | null = null
    const signup = () => api.call('signup', { email: 'bob@example.com', password: 'correct horse' })
    const lines = await during(async () => void (made = await signup()))
    expect(lines).toEqual([
      {
        ...known,
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        event: 'account-created',
        outcome: 'success',
        method: 'password',
        memberId: made!.data.member.id,
        route: 'POST /auth/signup',
        requestId: made!.headers.get('x-request-id'),
        msg: 'a member was created',
      },
    ])
  })

  it('login-succeeded: by password', async () => {
    const { api, id, during } = await start()
    const lines = await during(() => api.call('login', ann))
    expect(lines).toMatchObject([{ ...known, event: 'login-succeeded', method: 'password', memberId: id }])
  })

  it('login-succeeded: by a mailed code', async () => {
    const { api, id, during, codeTo } = await start()
    await api.call('sendPasswordlessLoginEmail', { email: ann.email })
    const passwordlessToken = await codeTo(ann.email)
    const lines = await during(() => api.call('passwordlessLogin', { email: ann.email, passwordlessToken }))
    expect(lines).toMatchObject([{ ...known, event: 'login-succeeded', method: 'code', memberId: id }])
  })

  it('login-succeeded: by a ticket', async () => {
    const { api, id, token, during } = await start()
    const { ticket } = (await api.call('createMemberTicket', {}, { token })).data
    const lines = await during(() => api.call('exchangeMemberTicket', { ticket }))
    expect(lines).toMatchObject([{ ...known, event: 'login-succeeded', method: 'ticket', memberId: id }])
  })

  it('login-succeeded: by an emailed link, not by opening it', async () => {
    const { api, id, during } = await start()
    await api.call('sendPasswordlessLoginEmail', { email: ann.email })
    const token = /lnk_[\w-]+/u.exec((await api.mailTo(ann.email))?.text ?? '')?.[0] ?? ''
    expect(await during(() => api.call('loginLink', { token }))).toEqual([])
    const lines = await during(() => api.call('loginLink', { token, act: 'login' }))
    expect(lines).toMatchObject([{ ...known, event: 'login-succeeded', method: 'link', memberId: id }])
  })

  it('account-created: by a mailed code', async () => {
    const { api, during, codeTo } = await start()
    const email = 'bob@example.com'
    await api.call('sendPasswordlessSignupEmail', { email })
    const passwordlessToken = await codeTo(email)
    const lines = await during(() => api.call('passwordlessSignup', { email, passwordlessToken }))
    expect(lines).toMatchObject([{ ...known, event: 'account-created', method: 'code' }])
  })

  it('session-ended: for a logged-in member only', async () => {
    const { api, id, token, during } = await start()
    expect(await during(() => api.call('logout', {}, { token }))).toMatchObject([
      { ...known, event: 'session-ended', memberId: id },
    ])
    expect(await during(() => api.call('logout', {}))).toEqual([])
  })
})

describe('a change of login credentials emits one event', () => {
  it('password-changed, and sessions-ended for all other sessions', async () => {
    const { api, id, token, during } = await start()
    const change = { oldPassword: ann.password, newPassword: 'another horse' }
    const lines = await during(() => api.call('updateMemberAuth', change, { token }))
    expect(namesOf(lines)).toEqual(['password-changed', 'sessions-ended'])
    expect(lines).toMatchObject([{ memberId: id }, { memberId: id }])
  })

  it('password-changed: a first password ends no session', async () => {
    const { api, id, token, during } = await start()
    await api.store.members.update(id, { passwordHash: null })
    const lines = await during(() => api.call('setPassword', { password: 'another horse' }, { token }))
    expect(lines).toMatchObject([{ ...known, event: 'password-changed', memberId: id }])
    expect(lines).toHaveLength(1)
  })

  it('email-changed: once the new address is confirmed', async () => {
    const { api, id, token, during } = await start()
    await api.store.members.update(id, { verified: true })
    expect(await during(() => api.call('updateMemberAuth', { email: 'new@example.com' }, { token }))).toEqual([])
    const lines = await during(() => moveEmail(api, 'new@example.com', { token }))
    expect(lines).toMatchObject([{ event: 'email-changed', memberId: id }])
  })

  it('password-reset by a mailed code, and sessions-ended', async () => {
    const { api, during, codeTo } = await start()
    await api.call('sendResetPasswordEmail', { email: ann.email })
    const token = await codeTo(ann.email)
    const reset = { token, newPassword: 'another horse', email: ann.email }
    const lines = await during(() => api.call('resetPassword', reset))
    expect(namesOf(lines)).toEqual(['password-reset', 'sessions-ended'])
    expect(JSON.stringify(lines)).not.toMatch(/ann@|another horse/u)
  })

  it('account-deleted: by the member', async () => {
    const { api, id, token, during } = await start()
    const lines = await during(() => api.call('deleteMember', {}, { token }))
    expect(lines).toMatchObject([{ ...known, event: 'account-deleted', memberId: id }])
  })

  it('a refused or rolled-back action emits no success event', async () => {
    const { api, token, during } = await start()
    const change = { oldPassword: 'wrong', newPassword: 'another horse', email: 'new@example.com' }
    expect(namesOf(await during(() => api.call('updateMemberAuth', change, { token })))).toEqual(['password-refused'])
    expect(namesOf(await during(() => api.call('signup', ann)))).toEqual([])
  })
})

describe('an admin action names the ID of its key, never the key’s name', () => {
  it('account-created, account-deleted', async () => {
    const { api, during } = await start()
    const key = await aSecretKey(api)
    const lines = await during(() => callAdmin(api, key, 'createMember', { email: 'cy@example.com' }))
    expect(lines).toMatchObject([
      { event: 'account-created', method: 'admin', actor: expect.stringMatching(/^admin key \w+_/u) },
    ])
    const member = String(lines[0]?.['memberId'])
    expect(await during(() => callAdmin(api, key, 'removeMember', { member }))).toMatchObject([
      { event: 'account-deleted', memberId: member, route: 'DELETE /admin/members/:member' },
    ])
  })

  it('members-exported, members-imported, except for a dry run', async () => {
    const { api, during } = await start()
    const key = await aSecretKey(api)
    expect(namesOf(await during(() => callAdmin(api, key, 'exportMembers', {})))).toEqual(['members-exported'])
    const content = JSON.stringify([{ email: 'dora@example.com' }])
    const into = (more: object) => callAdmin(api, key, 'importMembers', { content, format: 'json', ...more })
    expect(namesOf(await during(() => into({ dryRun: 'true' })))).toEqual([])
    expect(namesOf(await during(() => into({})))).toEqual(['members-imported'])
  })

  it('webhook-changed, webhook-secret-changed: with the ID of the endpoint, without its secret', async () => {
    const { api, during } = await start()
    await api.webhooks.stop(0)
    const key = await aSecretKey(api)
    const url = 'https://hooks.example.test/secret-path'
    const added = await during(() => callAdmin(api, key, 'addWebhookEndpoint', { url }))
    const endpointId = String(added[0]?.['subject'])
    const rolled = await during(() => callAdmin(api, key, 'rollWebhookSecret', { endpointId }))
    const changed = await during(() => callAdmin(api, key, 'changeWebhookEndpoint', { endpointId, events: [] }))
    const removed = await during(() => callAdmin(api, key, 'removeWebhookEndpoint', { endpointId }))
    const lines = [...added, ...rolled, ...changed, ...removed]
    expect(namesOf(lines)).toEqual(['webhook-changed', 'webhook-secret-changed', 'webhook-changed', 'webhook-changed'])
    expect(JSON.stringify(lines)).not.toMatch(/secret-path|whsec_/u)
  })
})
