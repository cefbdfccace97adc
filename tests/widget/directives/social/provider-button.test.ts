// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $app, setReadiness } from '../../../../widget/stores/app'
import { setMember } from '../../../../widget/stores/identity'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const failing = (code: string, message = `It failed with ${code}.`): MembershipError =>
  new MembershipError(code, message, 400, {})

const letIn = (auth = aMemberAuth()) => {
  const client = fakeClient()
  for (const method of [client.loginWithProvider, client.signupWithProvider])
    method.mockImplementation(async () => {
      setMember(auth.member)
      return { data: auth }
    })
  return client
}

const press = async (selector = '[data-ms-auth-provider]'): Promise<void> => {
  find(selector).click()
  await settle()
}

const alone = '<button data-ms-auth-provider="google">Google</button>'
const login = (more = alone): string => `<form data-ms-form="login" redirect="/in">
  <input type="email" data-ms-member="email"><input type="password" data-ms-member="password" required>${more}
  <button id="send">Log in</button></form>`

afterEach(() => {
  leavePage()
  $app.set(null)
  sessionStorage.clear()
})

test('alone it logs in existing and new members', async () => {
  const { client } = await mountPage(alone, { client: letIn() })
  await press()
  expect(client.loginWithProvider).toHaveBeenCalledWith({ provider: 'google', allowSignup: true })
})

test('in a login form it logs in and goes where the form leads', async () => {
  const page = await mountPage(login(), { client: letIn(aMemberAuth({ redirect: '/app' })) })
  await press()
  expect(page.client.loginWithProvider).toHaveBeenCalledWith({ provider: 'google' })
  expect(page.client.loginMemberEmailPassword).not.toHaveBeenCalled()
  expect(page.visited).toEqual([`${window.location.origin}/in`])
})

test('its own data-ms-redirect applies only to it', async () => {
  const button = '<button data-ms-auth-provider="google" data-ms-redirect="/course">Google</button>'
  const page = await mountPage(button, { client: letIn(aMemberAuth({ redirect: '/app' })) })
  page.client.loginWithProvider.mockRejectedValueOnce(failing('popup-closed'))
  await press()
  expect(sessionStorage.getItem('ms-redirect-override')).toBeNull()
  await press()
  expect(page.visited).toEqual([`${window.location.origin}/course`])
})

test('the window is opened in the very turn of the click', async () => {
  const { client } = await mountPage(alone, { client: letIn() })
  find('button').click()
  expect(client.loginWithProvider).toHaveBeenCalledOnce()
})

test.each([
  ['<div data-ms-auth-mode="redirect">', '', { mode: 'redirect' }],
  ['<div data-ms-auth-mode="redirect">', 'data-ms-auth-mode="popup"', { mode: 'popup' }],
  ['<div>', 'data-ms-auth-mode="tab"', {}],
])('%s around it and %s on it decide where the provider opens', async (around, on, mode) => {
  const html = `${around}<a href="#" ${on} data-ms-auth-provider="google">Google</a></div>`
  const { client } = await mountPage(html, { client: letIn() })
  await press()
  expect(client.loginWithProvider).toHaveBeenCalledWith({ provider: 'google', allowSignup: true, ...mode })
})

test('it is busy while its window is open; pressed again it asks for the window again', async () => {
  const client = letIn()
  const closings: (() => void)[] = []
  client.loginWithProvider.mockImplementation(
    () => new Promise((_resolve, reject) => void closings.push(() => reject(failing('popup-closed')))),
  )
  const page = await mountPage(login(), { client })
  await press()
  await press()
  closings[0]?.()
  await settle()
  expect(client.loginWithProvider).toHaveBeenCalledTimes(2)
  expect(find('[data-ms-auth-provider]').getAttribute('aria-busy')).toBe('true')
  expect(find('#send').matches(':disabled')).toBe(false)
  closings[1]?.()
  await settle()
  expect(find('[data-ms-auth-provider]').hasAttribute('aria-busy')).toBe(false)
  expect([page.visited, client._showMessage.mock.calls]).toEqual([[], []])
})

test('what goes wrong is said where the form says it', async () => {
  const page = await mountPage(login('<p data-ms-message="error"></p>' + alone), { client: letIn() })
  page.client.loginWithProvider.mockRejectedValue(failing('account-not-found', 'There is no account.'))
  await press()
  expect(find('[data-ms-message]').textContent).toBe('There is no account.')
  expect(page.visited).toEqual([])
})

test('where the account has another way in, the login form is ready for it', async () => {
  const page = await mountPage(login(), { client: letIn() })
  page.client.loginWithProvider.mockRejectedValue(failing('use-email-login', 'Log in as before.'))
  await press()
  expect(page.client._showMessage).toHaveBeenCalledWith('Log in as before.', true, find('form'))
  expect(document.activeElement).toBe(find('[type=email]'))
  page.field('[type=email]').value = 'ada@example.com'
  await press()
  expect(document.activeElement).toBe(find('[type=password]'))
})

test('it never sends its form, and Enter in a field never presses it', async () => {
  const page = await mountPage(login(), { client: letIn() })
  expect(find('[data-ms-auth-provider]').getAttribute('type')).toBe('button')
  find('[data-ms-auth-provider]').removeAttribute('data-ms-auth-provider')
  await settle()
  expect(find('form button').hasAttribute('type')).toBe(false)
  expect(page.client.loginMemberEmailPassword).not.toHaveBeenCalled()
})

test('a member who presses it alone goes where a login would lead', async () => {
  const page = await mountPage(alone, { member: aMember({ loginRedirect: '/home' }) })
  await press()
  expect(page.client.loginWithProvider).not.toHaveBeenCalled()
  expect(page.visited).toEqual([`${window.location.origin}/home`])
})

test('a click before the member is known runs once it is', async () => {
  const page = await mountPage(alone, { member: undefined, readiness: 'waiting', client: letIn() })
  await press()
  expect(page.client.loginWithProvider).not.toHaveBeenCalled()
  setMember(null)
  setReadiness('known')
  await settle()
  expect(page.client.loginWithProvider).toHaveBeenCalledOnce()
})

test('a button that is added later works, one that is removed while its window is open loses nothing', async () => {
  let answer = (): void => {}
  const client = letIn()
  client.loginWithProvider.mockImplementation(
    () => new Promise((resolve) => (answer = () => resolve({ data: aMemberAuth({ redirect: '/app' }) }))),
  )
  const page = await mountPage('<main></main>', { client })
  find('main').innerHTML = '<div data-ms-auth-provider="google">Google</div>'
  await settle()
  find('main div').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  find('main').replaceChildren()
  await settle()
  answer()
  await settle()
  expect(page.visited).toEqual([`${window.location.origin}/app`])
})

test('plans on the button itself are neither joined nor bought', async () => {
  const page = await mountPage(
    '<button data-ms-auth-provider="google" data-ms-plan:add="pln_free" data-ms-price:add="prc_pro">Google</button>',
    { client: letIn() },
  )
  await press()
  expect(page.client.loginWithProvider).toHaveBeenCalledOnce()
  expect([page.client.addPlan.mock.calls, page.client.purchasePlansWithCheckout.mock.calls]).toEqual([[], []])
  expect(page.client.modalResult).not.toHaveBeenCalled()
})
