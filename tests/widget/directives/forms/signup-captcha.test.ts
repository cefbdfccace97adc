// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $app, setReadiness } from '../../../../widget/stores/app'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { anApp } from '../../../support/an-app'
import { fakeClient } from '../../../support/fake-client'
import { hostedCaptchaScript } from '../../../support/hosted-captcha-script'
import { find, leavePage, mountPage, type PageState } from '../../../support/mount-page'
import { waitUntil } from '../../../support/wait-until'
import { aChallenge } from '../../../support/a-challenge'

const form = `<form data-ms-form="signup"><input data-ms-member="email" value="ada@example.com">
  <input type="password" data-ms-member="password" value="secret12"><p data-ms-message="error"></p>
  <button>Sign up</button></form>`

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  $app.set(anApp({ captchaRequired: true }))
})
afterEach(() => {
  leavePage()
  $app.set(null)
})

async function openPage(state: PageState = {}) {
  const client = fakeClient()
  client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(2) }))
  const page = await mountPage(form, { client, ...state })
  const signup = client.signupMemberEmailPassword
  const tokens = () => signup.mock.calls.map(([params]) => params.captchaToken)
  const send = async (sent: number) => {
    find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await waitUntil('it was sent', () => signup.mock.calls.length === sent)
  }
  return { ...page, client, signup, tokens, send }
}

test('a form of an app that requires no captcha sends no token', async () => {
  $app.set(anApp())
  const page = await openPage()
  await page.send(1)
  expect(page.signup.mock.calls[0]?.[0]).not.toHaveProperty('captchaToken')
  expect(page.client._getCaptchaChallenge).not.toHaveBeenCalled()
})

test('the work begins when the person enters the form, and its token is sent with it', async () => {
  const page = await openPage()
  expect(page.client._getCaptchaChallenge).not.toHaveBeenCalled()
  find('[data-ms-member=email]').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(page.client._getCaptchaChallenge).toHaveBeenCalledOnce()
  await page.send(1)
  expect(JSON.parse(atob(page.tokens()[0] ?? '')).solution.counter).toBe(2)
  expect(page.client._getCaptchaChallenge).toHaveBeenCalledOnce()
})

test('a signup that fails uses up its token: the next one is sent with another', async () => {
  const page = await openPage()
  page.signup.mockRejectedValueOnce(new MembershipError('email-already-in-use', 'Taken.', 409, {}))
  await page.send(1)
  await page.settle()
  expect(find('[data-ms-message]').textContent).toBe('Taken.')
  page.client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(3) }))
  await page.send(2)
  const [first, second] = page.tokens()
  expect(second).not.toBe(first)
})

test('without a token nothing is sent, an error is shown, and the input stays', async () => {
  const page = await openPage()
  page.client._getCaptchaChallenge.mockRejectedValue(new MembershipError('network-error', 'No connection.', 0, {}))
  find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await waitUntil('it says so', () => find('[data-ms-message]').textContent === 'No connection.')
  expect(page.signup).not.toHaveBeenCalled()
  expect(page.field('[type=password]').value).toBe('secret12')
})

test('a form that is sent before the app is known waits to know whether a captcha is wanted', async () => {
  $app.set(null)
  const page = await openPage({ readiness: 'waiting' })
  find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await page.settle()
  expect(page.signup).not.toHaveBeenCalled()
  $app.set(anApp({ captchaRequired: true }))
  setReadiness('known')
  await waitUntil('it was sent', () => page.signup.mock.calls.length === 1)
  expect(page.tokens()[0]).toBeDefined()
})

test.for(['dark', 'sepia'])('a form’s %s captcha theme is used if it exists', async (theme) => {
  $app.set(anApp({ captchaRequired: true, captcha: { provider: 'hcaptcha', siteKey: 'site-key' } }))
  const script = hostedCaptchaScript('hcaptcha')
  const page = await openPage()
  find('form').setAttribute('data-ms-signup:hcaptcha', theme)
  find('[data-ms-member=email]').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  script.arrive()
  await page.settle()
  expect(script.drawn[0]?.options['theme']).toBe(theme === 'dark' ? 'dark' : undefined)
})

test('a hosted captcha draws above the button and leaves with the form', async () => {
  $app.set(anApp({ captchaRequired: true, captcha: { provider: 'hcaptcha', siteKey: 'site-key' } }))
  const script = hostedCaptchaScript('hcaptcha')
  const page = await openPage()
  expect(script.wanted).toEqual([])
  find('[data-ms-member=email]').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  script.arrive()
  await page.settle()
  const place = script.drawn[0]?.place
  expect(find('button').previousElementSibling).toBe(place)
  script.answer('callback', 'hosted-token')
  await page.send(1)
  expect(page.tokens()).toEqual(['hosted-token'])
  find('form').remove()
  await waitUntil('it left', () => script.remove.mock.calls.length === 1)
})
