// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const ALLOW = 'data-ms-social-auth-allow-signup'
const openModal = vi.fn<MembershipClient['openModal']>()
let client: FakeClient

beforeEach(() => {
  openModal.mockReset().mockResolvedValue({ type: 'CLOSED' })
  client = { ...fakeClient(), openModal }
})
afterEach(() => {
  leavePage()
  sessionStorage.clear()
})

const press = async (selector: string, html: string) => {
  await mountPage(html, { client })
  find(selector).click()
  await settle()
}
const login = (onForm: string, onButton = '') =>
  `<form data-ms-form="login" ${onForm}><button data-ms-auth-provider="google" ${onButton}>Google</button></form>`

test.each([
  ['on the form', login(ALLOW), { allowSignup: true }],
  ['on the form, with a value', login(`${ALLOW}="true"`), { allowSignup: true }],
  ['on the button', login('', ALLOW), { allowSignup: true }],
  ['switched off', login(`${ALLOW}="false"`), { allowSignup: false }],
  ['absent, so that the app decides', login(''), {}],
])('%s: a provider in a login form', async (_, html, allows) => {
  await press('[data-ms-auth-provider]', html)
  expect(client.loginWithProvider).toHaveBeenCalledExactlyOnceWith({ provider: 'google', ...allows })
})

test.each([
  ['login', 'LOGIN'],
  ['signup', 'SIGNUP'],
])('an opener of the %s modal passes it on', async (modal, screen) => {
  await press('a', `<a data-ms-modal="${modal}" ${ALLOW}>In</a>`)
  expect(openModal).toHaveBeenCalledExactlyOnceWith(screen, { allowSignup: true })
})

test('an opener without it passes nothing on, and a plan’s default modal gets it with the plan', async () => {
  await press('a', '<a data-ms-modal="login">In</a>')
  expect(openModal).toHaveBeenLastCalledWith('LOGIN', {})
  await press('a', `<a data-ms-plan:add="pln_a" ${ALLOW}>Join</a>`)
  expect(openModal).toHaveBeenLastCalledWith('SIGNUP', { allowSignup: true, signup: { plans: ['pln_a'] } })
})

const signup = (more: string) => `<form data-ms-form="signup" ${more}>
  <input type="email" data-ms-member="email" value="ada@example.com">
  <input type="password" data-ms-member="password" value="a-good-password"><button>Join</button></form>`
const taken = new MembershipError('email-already-in-use', 'This email is taken.', 400, {})
const failing = (code: string) => new MembershipError(code, `It failed with ${code}.`, 400, {})

test('data-ms-auth-allow-login: a sign-up of a known email address logs in with the password', async () => {
  client.signupMemberEmailPassword.mockRejectedValue(taken)
  client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ member: aMember(), redirect: '/app' }) })
  const page = await mountPage(signup('data-ms-auth-allow-login'), { client })
  find('button').click()
  await settle()
  const credentials = { email: 'ada@example.com', password: 'a-good-password' }
  expect(client.loginMemberEmailPassword).toHaveBeenCalledExactlyOnceWith(credentials, { includeContentGroups: true })
  expect(page.visited).toEqual([`${window.location.origin}/app`])
  expect(page.field('[type=password]').value).toBe('')
})

test.each([
  ['invalid-credentials', 'This email is taken.'],
  ['use-social-login', 'This email is taken.'],
  ['too-many-requests', 'It failed with too-many-requests.'],
])('data-ms-auth-allow-login: a login refused with %s shows: %s', async (code, message) => {
  client.signupMemberEmailPassword.mockRejectedValue(taken)
  client.loginMemberEmailPassword.mockRejectedValue(failing(code))
  await press('button', signup('data-ms-auth-allow-login'))
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith(message, true, find('form'))
})

test.each([
  ['without the attribute', '', taken],
  ['after another refusal', 'data-ms-auth-allow-login', failing('invalid-password-too-short')],
])('%s no member is logged in', async (_, more, refusal) => {
  client.signupMemberEmailPassword.mockRejectedValue(refusal)
  await press('button', signup(more))
  expect(client.loginMemberEmailPassword).not.toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith(refusal.message, true, find('form'))
})
