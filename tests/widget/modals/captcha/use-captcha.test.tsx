// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FormCaptcha, useCaptcha } from '../../../../widget/modals/ui/captcha'
import { defaultTexts } from '../../../../widget/modals/texts/english'
import type { App } from '../../../../widget/public'
import { anApp } from '../../../support/an-app'
import { fakeClient } from '../../../support/fake-client'
import { hostedCaptchaScript } from '../../../support/hosted-captcha-script'
import { waitUntil } from '../../../support/wait-until'
import { aChallenge } from '../../../support/a-challenge'

let leave = (): void => {}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('crypto', webcrypto)
})
afterEach(() => leave())

/** A form with the captcha, in a shadow root like the modals. */
function openForm(changes: Partial<App> = {}) {
  const client = fakeClient()
  client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(2) }))
  const app = anApp({ captchaRequired: true, ...changes })
  let captcha: FormCaptcha | undefined
  function SignupForm() {
    captcha = useCaptcha({ client, app, texts: defaultTexts })
    return (
      <form>
        <input name="email" />
        {captcha.area}
      </form>
    )
  }
  const host = document.createElement('div')
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  const root = createRoot(shadow)
  act(() => root.render(<SignupForm />))
  leave = () => {
    act(() => root.unmount())
    host.remove()
  }
  return {
    client,
    host,
    shadow,
    obtain: () => act(async () => captcha!.obtain()),
    reset: () => act(() => captcha!.reset()),
    type: () => act(() => void shadow.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }))),
    area: () => shadow.querySelector('[part=captcha]'),
    /** The work's changes at its end are outside any `act`. */
    async says(text: string) {
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
      await waitUntil(`the area says ${text}`, () => shadow.textContent === text)
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    },
  }
}

test('an app that requires no captcha has no area, and nothing is asked or sent', async () => {
  const form = openForm({ captchaRequired: false })
  expect(form.area()).toBeNull()
  form.type()
  expect(await form.obtain()).toBeUndefined()
  expect(form.client._getCaptchaChallenge).not.toHaveBeenCalled()
})

test('the work begins at the first input, is shown, and its token is there at submit', async () => {
  const form = openForm()
  expect(form.client._getCaptchaChallenge).not.toHaveBeenCalled()
  expect(form.area()?.getAttribute('aria-label')).toBe(defaultTexts.captcha_label)
  form.type()
  expect(form.shadow.textContent).toBe(defaultTexts.captcha_working)
  await form.says(defaultTexts.captcha_done)
  form.type()
  expect(JSON.parse(atob((await form.obtain()) ?? '')).solution.counter).toBe(2)
  expect(form.client._getCaptchaChallenge).toHaveBeenCalledOnce()
})

test('a form without input does the work at submit', async () => {
  const form = openForm()
  expect(await form.obtain()).toMatch(/^[\w+/]+=*$/u)
})

test('after a failed sign-up the next input starts again', async () => {
  const form = openForm()
  const first = await form.obtain()
  form.reset()
  expect(form.shadow.textContent).toBe('')
  form.client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(4) }))
  form.type()
  await form.says(defaultTexts.captcha_done)
  expect(await form.obtain()).not.toBe(first)
})

test('without a token signup stops with a sentence, and the next submit tries again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const form = openForm()
  form.client._getCaptchaChallenge.mockRejectedValueOnce(new Error('no network'))
  await expect(form.obtain()).rejects.toThrow(defaultTexts.captcha_failed)
  expect(warn).toHaveBeenCalledOnce()
  expect(form.shadow.textContent).toBe('')
  await expect(form.obtain()).resolves.toBeDefined()
})

test('work that fails in the background throws nothing and stays silent', async () => {
  const form = openForm()
  form.client._getCaptchaChallenge.mockRejectedValueOnce(new Error('no network'))
  form.type()
  await form.says('')
})

test('a hosted captcha draws in the page’s own DOM, shows through a named group, and leaves with the form', async () => {
  const script = hostedCaptchaScript('turnstile')
  const form = openForm({ captcha: { provider: 'turnstile', siteKey: 'site-key' } })
  script.arrive()
  await waitUntil('it has drawn', () => script.drawn.length === 1)
  const { place } = script.drawn[0]!
  expect(place.parentElement).toBe(form.host)
  const slot = form.area()?.querySelector('slot')
  expect(slot?.getAttribute('name')).toBe(place.getAttribute('slot'))
  expect(form.area()?.matches('fieldset')).toBe(true)
  expect(form.area()?.getAttribute('aria-label')).toBe(defaultTexts.captcha_label)
  script.answer('callback', 'token')
  expect(await form.obtain()).toBe('token')
  form.reset()
  await waitUntil('it was reset', () => script.reset.mock.calls.length === 1)
  leave()
  leave = () => {}
  expect(place.isConnected).toBe(false)
})
