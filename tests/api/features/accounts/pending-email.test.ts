import { expect, onTestFinished, test } from 'vitest'
import { confirmLinkOf, moveEmail } from '../../../support/move-email'
import { startTestApi } from '../../../support/start-api'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const newEmail = 'ann@elsewhere.example'
const HOUR_MS = 3_600_000

async function openAsAnn({ verified = true } = {}) {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { member, tokens } = (await api.call('signup', ann)).data
  await api.store.members.update(member.id, { verified })
  const token = tokens.accessToken
  return {
    ...api,
    id: member.id,
    me: { token },
    pendingEmail: async () => (await api.call('getMemberSignIn', {}, { token })).data.pendingEmail,
    /** As a browser opens, or submits, the page of the newest link. */
    async page(typed?: Record<string, string>, link?: string) {
      const path = link ?? confirmLinkOf((await api.mailTo(newEmail))?.text)
      const url = new URL(path, 'http://localhost:4001')
      const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '', ...typed })
      const headers = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }
      const response = await api.request(typed ? url.pathname : path, typed && { method: 'POST', body, headers })
      return { status: response.status, html: await response.text(), path }
    },
  }
}

test('a new email waits for its link: until then the former one logs in and the profile names both', async () => {
  const api = await openAsAnn()
  const { data } = await api.call('updateMemberAuth', { email: ' Ann@Elsewhere.example ', device: null }, api.me)
  expect(data).toMatchObject({ verified: true, auth: { email: ann.email } })
  expect(await api.pendingEmail()).toBe(newEmail)
  expect((await api.call('login', { ...ann, email: newEmail })).status).toBe(401)
  const { path } = await api.page()
  const before = api.dumpDatabase()
  const opened = await api.page(undefined, path)
  expect(opened.status).toBe(200)
  for (const email of [ann.email, newEmail]) expect(opened.html).toContain(email)
  expect(opened.html).not.toContain('type="password"')
  expect(api.dumpDatabase()).toEqual(before)

  expect((await api.page({ action: 'confirm' }, opened.path)).status).toBe(200)
  expect(await api.pendingEmail()).toBeNull()
  expect((await api.call('login', { ...ann, email: newEmail })).data.member.verified).toBe(true)
  expect((await api.call('login', ann)).status).toBe(401)
  const told = await api.mailTo(ann.email)
  expect(told?.subject).toBe('The email address of your Demo account was changed')
  expect(`${told?.text} ${told?.html}`).not.toContain(newEmail)
  expect(told?.text).toContain('http://localhost:4001/account/email-changed?token=')
  expect((await api.page({ action: 'confirm' }, opened.path)).status).toBe(410)
})

test('a stolen token does not change the email: our client needs a proof, and without one the mailed page asks', async () => {
  const api = await openAsAnn()
  api.clock.advance(11 * 60_000)
  const refused = await api.call('updateMemberAuth', { email: newEmail, device: null }, api.me)
  expect(refused.body).toMatchObject({ code: 'reauthentication-required', methods: ['password'] })
  expect(await api.pendingEmail()).toBeNull()

  expect((await api.call('updateMemberAuth', { email: newEmail }, api.me)).status).toBe(200)
  const { html, path } = await api.page()
  expect(html).toContain('type="password"')
  for (const typed of [{}, { password: 'wrong horse' }])
    expect((await api.page({ action: 'confirm', ...typed }, path)).status).toBe(400)
  expect((await api.store.members.findById(api.id))?.email).toBe(ann.email)
  expect((await api.page({ action: 'confirm', password: ann.password }, path)).status).toBe(200)
  expect((await api.store.members.findById(api.id))?.email).toBe(newEmail)
})

test('a link lives for 48 hours; a new one, a cancellation, a new password and a reset end it', async () => {
  const api = await openAsAnn()
  const ask = async () => {
    expect((await api.call('updateMemberAuth', { email: newEmail }, api.me)).status).toBe(200)
    return (await api.page()).path
  }
  const isOpen = async (link: string) => (await api.page(undefined, link)).status === 200
  const first = await ask()
  const second = await ask()
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
  api.clock.advance(48 * HOUR_MS - 1)
  expect(await isOpen(second)).toBe(true)
  api.clock.advance(1)
  expect(await isOpen(second)).toBe(false)

  const third = await ask()
  await api.call('cancelEmailChange', {}, api.me)
  expect([await isOpen(third), await api.pendingEmail()]).toEqual([false, null])
  const fourth = await ask()
  await api.call('updateMemberAuth', { oldPassword: ann.password, newPassword: 'battery staple' }, api.me)
  expect(await isOpen(fourth)).toBe(false)
})

test('the reader of the mailbox can refuse', async () => {
  const api = await openAsAnn()
  await api.call('updateMemberAuth', { email: newEmail }, api.me)
  const { status, path } = await api.page({ action: 'not-me' })
  expect(status).toBe(200)
  expect((await api.page(undefined, path)).status).toBe(410)
  expect((await api.store.members.findById(api.id))?.email).toBe(ann.email)
})

test('pre-hijacking: the proof of an account that was never proven does not count for the reader’s email', async () => {
  const api = await openAsAnn({ verified: false })
  await api.call('updateMemberAuth', { email: newEmail, device: null }, api.me)
  const { html, path } = await api.page()
  expect(html).toContain('type="password"')
  expect((await api.page({ action: 'confirm' }, path)).status).toBe(400)
})

test('pre-hijacking: without a password, the first proof ends the sessions of the one who prepared the account', async () => {
  const api = await openAsAnn({ verified: false })
  await api.store.members.update(api.id, { passwordHash: null })
  await api.call('updateMemberAuth', { email: newEmail, device: null }, api.me)
  expect((await api.page({ action: 'confirm' })).status).toBe(200)
  expect((await api.call('getMember', {}, api.me)).data).toBeNull()
  expect(await api.store.members.findById(api.id)).toMatchObject({ email: newEmail, verified: true })
})

test('of two members who want one email, the first to open the link gets it', async () => {
  const api = await openAsAnn()
  const bob = (await api.call('signup', { ...ann, email: 'bob@example.com' })).data
  await api.store.members.update(bob.member.id, { verified: true })
  await api.call('updateMemberAuth', { email: newEmail }, api.me)
  const { path } = await api.page()
  await moveEmail(api, newEmail, { token: bob.tokens.accessToken })
  expect((await api.page({ action: 'confirm' }, path)).status).toBe(410)
  expect((await api.store.members.findById(api.id))?.email).toBe(ann.email)
})
