import { expect, test } from 'vitest'
import { openApiWithPages } from '../../../support/open-hosted-page'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openWithLink() {
  const api = await openApiWithPages()
  const { data } = await api.call('signup', ann)
  const token = data.tokens.accessToken
  await api.call('sendEmailVerification', {}, { token })
  const me = async () => (await api.call('getMember', {}, { token })).data
  return { api, me, link: await api.linkTo(ann.email) }
}

test('opening the link changes nothing, however often', async () => {
  const { api, link } = await openWithLink()
  const before = api.dumpDatabase()
  for (let time = 0; time < 3; time += 1) {
    const { status, html } = await api.open(link)
    expect(status).toBe(200)
    expect(html).toContain('ann@example.com')
    expect(html).toContain('This was not me')
    expect(html).not.toContain('<script')
  }
  expect(api.dumpDatabase()).toEqual(before)
})

test('the password verifies the address and keeps password and sessions', async () => {
  const { api, me, link } = await openWithLink()
  const { status, html } = await api.submit(link, { action: 'verify', password: ann.password })
  expect([status, html]).toEqual([200, expect.stringContaining('is verified')])
  expect((await me())?.verified).toBe(true)
  expect((await api.call('login', ann)).status).toBe(200)
  expect((await api.open(link)).status).toBe(410)
})

test('a wrong password verifies nothing, and the form stays', async () => {
  const { api, me, link } = await openWithLink()
  const { status, html } = await api.submit(link, { action: 'verify', password: 'wrong' })
  expect(status).toBe(400)
  expect(html).toContain('This is not the password of the account.')
  expect(html).toContain('aria-invalid="true"')
  expect((await me())?.verified).toBe(false)
  expect((await api.submit(link, { action: 'verify', password: ann.password })).status).toBe(200)
})

test('wrong passwords have a separate limit from logins, which anyone can fail', async () => {
  const { api, link } = await openWithLink()
  for (let attempt = 0; attempt < 10; attempt += 1) await api.submit(link, { action: 'verify', password: 'wrong' })
  expect((await api.submit(link, { action: 'verify', password: ann.password })).status).toBe(429)
  expect((await api.call('login', ann)).status).toBe(200)
})

test('"This was not me" drops password and sessions and leaves the member unverified', async () => {
  const { api, me, link } = await openWithLink()
  const { status, html } = await api.submit(link, { action: 'not-me' })
  expect([status, html]).toEqual([200, expect.stringContaining('its password has been removed')])
  expect(await me()).toBeNull()
  expect((await api.call('login', ann)).body.code).toBe('no-password-set')
  expect((await api.open(link)).status).toBe(410)
})

test('after that the owner of the mailbox gets the account by a reset, verified', async () => {
  const { api, link } = await openWithLink()
  await api.submit(link, { action: 'not-me' })
  await api.call('sendResetPasswordEmail', { email: ann.email })
  await api.submit(await api.linkTo(ann.email), { newPassword: 'my own horse' })
  const { data } = await api.call('login', { email: ann.email, password: 'my own horse' })
  expect(data.member.verified).toBe(true)
})

test('an account without a password is not asked for one, and its sessions end', async () => {
  const { api, me, link } = await openWithLink()
  const member = await me()
  await api.store.members.update(member!.id, { passwordHash: null })
  expect((await api.open(link)).html).not.toContain('type="password"')
  expect((await api.submit(link, { action: 'verify' })).html).toContain('logged out everywhere')
  expect(await me()).toBeNull()
  expect(await api.store.members.findById(member!.id)).toMatchObject({ verified: true, passwordHash: null })
})

test('of "verify" and "not me" at the same moment one counts', async () => {
  const { api, link } = await openWithLink()
  const answers = await Promise.all([
    api.submit(link, { action: 'not-me' }),
    api.submit(link, { action: 'verify', password: ann.password }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an old link of a member who is verified by now cannot drop the account', async () => {
  const { api, me, link } = await openWithLink()
  const member = await me()
  await api.store.members.update(member!.id, { verified: true })
  expect((await api.submit(link, { action: 'not-me' })).html).toContain('is verified')
  expect((await api.call('login', ann)).status).toBe(200)
})

test.for(['/account/verify-email', '/account/verify-email?token=', '/account/verify-email?token=wrong'])(
  '%s says that the link does not work',
  async (path) => {
    const { api } = await openWithLink()
    const { status, html } = await api.open(path)
    expect([status, html]).toEqual([410, expect.stringContaining('is no longer valid')])
    expect((await api.submit(path, { action: 'not-me' })).status).toBe(410)
  },
)

test('the link ends after 48 hours', async () => {
  const { api, link } = await openWithLink()
  api.clock.advance(48 * 3_600_000)
  expect((await api.open(link)).status).toBe(410)
})

test('content of members and owners is text on the page', async () => {
  const api = await openApiWithPages()
  const email = `"<img/src=x>"@example.com`
  const member = { ...(await api.call('signup', ann)).data.member }
  const stored = await api.store.members.findById(member.id)
  await api.store.members.update(member.id, { email })
  await api.store.codes.insert({
    id: 'code_1',
    memberId: stored!.id,
    appId: 'app_demo',
    mode: 'test',
    purpose: 'verify-email',
    codeDigest: null,
    linkDigest: api.services.secrets.digest('known'),
    requestDigest: null,
    requestedFrom: '192.0.2.1',
    triesLeft: 5,
    createdAt: api.clock.now(),
    expiresAt: api.clock.now() + 1000,
  })
  const { html } = await api.open('/account/verify-email?token=known')
  expect(html).toContain('&lt;img')
  expect(html).not.toContain('<img')
})

test('one address may try thirty times', async () => {
  const { api } = await openWithLink()
  for (let attempt = 0; attempt < 30; attempt += 1) await api.submit('/account/verify-email?token=wrong', {})
  expect((await api.submit('/account/verify-email?token=wrong', {})).status).toBe(429)
})
