import { expect, test } from 'vitest'
import { codeOf, loginOf, openSocial } from '../social/open-social'

/** Signed up by providers that verify no email. */
async function openWithLink() {
  const social = await openSocial({ verificationMailOnSignup: true })
  const unproven = { provider: 'spotify', identity: { emailVerified: false } }
  const { tokens, member } = loginOf(await social.go('signup', unproven))
  const mail = await social.mailTo('ann@example.com')
  const token = /\?token=([\w-]+)$/mu.exec(mail?.text ?? '')?.[1] ?? ''
  await social.connectAs(tokens.accessToken, { provider: 'github', identity: { email: null } })
  const submit = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ token, ...fields })
    const headers = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }
    const response = await social.request('/account/verify-email', { method: 'POST', body, headers })
    return response.text()
  }
  const providers = async () => (await social.store.members.findById(member.id))?.providers
  return { social, unproven, submit, providers, id: member.id, token: tokens.accessToken }
}

test('a link without a password is the first proof: the page says which providers have to be connected again', async () => {
  const { social, unproven, submit, providers, id } = await openWithLink()
  const html = await submit({ action: 'verify' })
  expect(html).toContain('logged out everywhere')
  expect(html).toContain('Then connect GitHub or Spotify again in your profile.')
  expect(await providers()).toEqual([])
  expect(codeOf(await social.go('login', unproven))).toBe('use-email-login')
  // As the page advises.
  await social.call('sendResetPasswordEmail', { email: 'ann@example.com' })
  const code = /^(\d{6})$/mu.exec((await social.mailTo('ann@example.com'))?.text ?? '')?.[1] ?? ''
  const password = 'a password of mine'
  await social.call('resetPassword', { email: 'ann@example.com', token: code, newPassword: password })
  const { tokens, member } = (await social.call('login', { email: 'ann@example.com', password })).data
  expect(member.id).toBe(id)
  await social.connectAs(tokens.accessToken, unproven)
  expect(loginOf(await social.go('login', unproven)).member.id).toBe(id)
})

test('the password keeps them', async () => {
  const { social, submit, providers, token } = await openWithLink()
  await social.call('setPassword', { password: 'a password of mine' }, { token })
  expect(await submit({ action: 'verify', password: 'a password of mine' })).toContain('You can close this page.')
  expect(await providers()).toEqual(['github', 'spotify'])
})

test('"This was not me" disconnects them, and says so', async () => {
  const { submit, providers } = await openWithLink()
  expect(await submit({ action: 'not-me' })).toContain('GitHub or Spotify can no longer log in to it.')
  expect(await providers()).toEqual([])
})
