// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits'
import { hostedCaptcha } from '../../../widget/captcha'
import { hostedCaptchaScript } from '../../support/hosted-captcha-script'

const MESSAGE = 'The check failed. Please try again.'

let place: HTMLElement

beforeEach(() => {
  place = document.createElement('div')
  document.body.append(place)
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const open = (provider: 'hcaptcha' | 'turnstile' = 'hcaptcha', theme?: 'light' | 'dark') => {
  const script = hostedCaptchaScript(provider)
  return { script, captcha: hostedCaptcha({ provider, siteKey: 'site-key', place, window, theme }) }
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

test.for([
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js'],
] as const)('%s: its script is loaded once and draws with the site key where it should', async ([name, address]) => {
  const { script, captcha } = open(name)
  captcha.prepare()
  expect(script.wanted).toEqual([expect.stringContaining(`${address}?render=explicit&onload=`)])
  script.arrive()
  await turn()
  expect(script.drawn).toEqual([{ place, options: expect.objectContaining({ sitekey: 'site-key' }) }])
  // The puzzle opens inside the dialog, not behind it.
  expect(script.drawn[0]?.options['challenge-container']).toBe(place)
})

test.for([undefined, 'light', 'dark'] as const)('a wish for the theme %s reaches the provider', async (theme) => {
  const { script, captcha } = open('hcaptcha', theme)
  captcha.prepare()
  script.arrive()
  await turn()
  expect(script.drawn[0]?.options['theme']).toBe(theme)
})

test('a second form uses the script that is there', async () => {
  const { script, captcha } = open()
  captcha.prepare()
  script.arrive()
  await turn()
  hostedCaptcha({ provider: 'hcaptcha', siteKey: 'site-key', place, window })
  await turn()
  expect(script.wanted).toHaveLength(1)
  expect(script.drawn).toHaveLength(2)
})

test('the token of a box that was ticked already is there at once', async () => {
  const { script, captcha } = open()
  captcha.prepare()
  script.arrive()
  await turn()
  script.answer('callback', 'token-1')
  expect(await captcha.obtain()).toBe('token-1')
  expect(script.execute).not.toHaveBeenCalled()
})

test.for([
  ['hcaptcha', 1],
  ['turnstile', 0],
] as const)('%s: sending without a token starts the check and waits for it', async ([name, executed]) => {
  const { script, captcha } = open(name)
  const token = captcha.obtain()
  script.arrive()
  await turn()
  expect(script.execute).toHaveBeenCalledTimes(executed)
  script.answer('callback', 'token-2')
  expect(await token).toBe('token-2')
})

test.for(['error-callback', 'close-callback', 'chalexpired-callback', 'timeout-callback'])(
  '%s ends the wait, and the next try may succeed',
  async (name) => {
    const { script, captcha } = open()
    const refused = expect(captcha.obtain()).rejects.toThrow(MESSAGE)
    script.arrive()
    await turn()
    script.answer(name, 'challenge-closed')
    await refused
    const token = captcha.obtain()
    await turn()
    script.answer('callback', 'token-3')
    expect(await token).toBe('token-3')
  },
)

test('a reset tells the provider, and the old token is not sent again', async () => {
  const { script, captcha } = open()
  captcha.prepare()
  script.arrive()
  await turn()
  script.answer('callback', 'token-4')
  captcha.reset()
  await turn()
  expect(script.reset).toHaveBeenCalledExactlyOnceWith('captcha-1')
  const token = captcha.obtain()
  await turn()
  script.answer('callback', 'token-5')
  expect(await token).toBe('token-5')
})

test('a script that is blocked, or hangs, fails the wait, and is wanted again at the next try', async () => {
  const { script, captcha } = open()
  const blocked = expect(captcha.obtain()).rejects.toThrow(MESSAGE)
  script.fail()
  await blocked
  vi.useFakeTimers()
  const hanging = expect(captcha.obtain()).rejects.toThrow(MESSAGE)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  await hanging
  expect(script.wanted).toHaveLength(2)
})

test('a policy that forbids the script fails the wait and throws nothing else', async () => {
  vi.spyOn(document, 'createElement').mockImplementation(() => {
    throw new TypeError('This document requires a TrustedScriptURL assignment.')
  })
  const { captcha } = open()
  await expect(captcha.obtain()).rejects.toThrow(MESSAGE)
})

test('the end removes everything from the page and settles what waits', async () => {
  const { script, captcha } = open()
  const waiting = expect(captcha.obtain()).rejects.toThrow(MESSAGE)
  script.arrive()
  await turn()
  captcha.end()
  await waiting
  await turn()
  expect(script.remove).toHaveBeenCalledExactlyOnceWith('captcha-1')
  expect(place.isConnected).toBe(false)
})
