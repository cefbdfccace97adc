import { expect, test } from 'vitest'
import { openApiWithPages } from '../../../support/open-hosted-page'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openWithLink() {
  const api = await openApiWithPages()
  const { data } = await api.call('signup', ann)
  await api.call('sendResetPasswordEmail', { email: ann.email })
  return { api, token: data.tokens.accessToken, link: await api.linkTo(ann.email) }
}

test('opening the link changes nothing and shows whose password it is', async () => {
  const { api, link } = await openWithLink()
  const before = api.dumpDatabase()
  const { status, html } = await api.open(link)
  expect([status, html]).toEqual([200, expect.stringContaining('ann@example.com')])
  expect(html).toContain('autocomplete="new-password"')
  expect(html).toContain('name="username" type="email" autocomplete="username" value="ann@example.com" readonly')
  expect(api.dumpDatabase()).toEqual(before)
})

test('the form sets the password, verifies the address, ends the sessions and works once', async () => {
  const { api, token, link } = await openWithLink()
  const { status, html } = await api.submit(link, { newPassword: 'another horse' })
  expect([status, html]).toEqual([200, expect.stringContaining('Your password has been reset. Please login.')])
  expect((await api.call('getMember', {}, { token })).data).toBeNull()
  const { data } = await api.call('login', { ...ann, password: 'another horse' })
  expect(data.member.verified).toBe(true)
  expect((await api.submit(link, { newPassword: 'a third horse' })).status).toBe(410)
  expect((await api.call('login', { ...ann, password: 'a third horse' })).status).toBe(401)
})

test.for([
  ['short', 'Password must be at least 8 characters long.'],
  ['', 'A required field is missing.'],
  ['x'.repeat(513), 'Please enter a valid password.'],
])('the password "%s" shows the form again, and the link stays good', async ([newPassword, sentence]) => {
  const { api, link } = await openWithLink()
  const { status, html } = await api.submit(link, { newPassword: newPassword! })
  expect([status, html]).toEqual([400, expect.stringContaining(sentence!)])
  expect(html).toContain('aria-invalid="true"')
  expect((await api.submit(link, { newPassword: 'another horse' })).status).toBe(200)
})

test('of two submissions at the same moment one counts', async () => {
  const { api, link } = await openWithLink()
  const answers = await Promise.all([
    api.submit(link, { newPassword: 'first horse' }),
    api.submit(link, { newPassword: 'second horse' }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the six digits are no link', async () => {
  const { api } = await openWithLink()
  const code = /^(\d{6})$/mu.exec((await api.mailTo(ann.email))?.text ?? '')?.[1]
  expect((await api.open(`/account/reset-password?token=${code}`)).status).toBe(410)
})

test('the link ends after 15 minutes with a page that says what to do', async () => {
  const { api, link } = await openWithLink()
  api.clock.advance(15 * 60_000)
  const { status, html } = await api.open(link)
  expect([status, html]).toEqual([410, expect.stringContaining('Forgot password')])
})

test('one address may try thirty times', async () => {
  const { api } = await openWithLink()
  for (let attempt = 0; attempt < 30; attempt += 1) await api.submit('/account/reset-password?token=wrong', {})
  expect((await api.submit('/account/reset-password?token=wrong', {})).status).toBe(429)
})
