// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $app } from '../../../../widget/stores/app'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { anApp } from '../../../support/an-app'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const html = `<form data-ms-form="login">
  <input data-ms-member="email" value="ada@example.com"><input type="password" data-ms-member="password" value="secret12">
  <button>Log in</button><button type="button" id="google" data-ms-auth-provider="google">Google</button></form>`

const failing = (code: string, more = {}): MembershipError =>
  Object.assign(new MembershipError(code, `It failed with ${code}.`, 400, {}), more)

/** For an account that logs in only with Google. */
const refusing = () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockRejectedValue(failing('use-social-login', { provider: 'google' }))
  client.loginWithProvider.mockResolvedValue({ data: aMemberAuth({ redirect: '/app' }) })
  return client
}

const logIn = async (): Promise<void> => {
  find('form button').click()
  await settle()
}

afterEach(() => {
  leavePage()
  $app.set(null)
})

test('a password login that needs a provider continues with it', async () => {
  const page = await mountPage(html, { client: refusing() })
  await logIn()
  expect(page.client.loginWithProvider).toHaveBeenCalledWith({ provider: 'google' })
  expect(page.visited).toEqual([`${window.location.origin}/app`])
})

test('where the browser blocks its window, the provider is named and its button is at hand', async () => {
  const client = refusing()
  client.loginWithProvider.mockRejectedValue(failing('popup-blocked'))
  await mountPage(html, { client })
  $app.set(anApp({ authProviders: [{ provider: 'google', name: 'Google', icon: '/google.svg', order: 1 }] }))
  await logIn()
  const text = 'This account has no password. Please log in with Google.'
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith(text, true, find('form'))
  expect(document.activeElement).toBe(find('#google'))
})

test('a window that the person closes leaves the form as it was', async () => {
  const client = refusing()
  client.loginWithProvider.mockRejectedValue(failing('popup-closed'))
  const page = await mountPage(html, { client })
  await logIn()
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(page.field('[type=password]').value).toBe('secret12')
})

test('any other error is shown as usual', async () => {
  const client = refusing()
  client.loginMemberEmailPassword.mockRejectedValue(failing('invalid-credentials'))
  await mountPage(html, { client })
  await logIn()
  expect(client._showMessage).toHaveBeenCalledWith('It failed with invalid-credentials.', true, find('form'))
  expect(client.loginWithProvider).not.toHaveBeenCalled()
})
