import type { Page } from '@playwright/test'
import { openModal, password } from './account-modals'
import { expect, test } from './product-test'

declare global {
  interface Window {
    turns?: number
    derivations?: number[]
    removed?: boolean
  }
}

/** Makes the page believe that the app requires a captcha. The server ignores the token. */
const requireCaptcha = (page: Page, captcha: object = {}) =>
  page.route('**/app-member', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.data.app, { captchaRequired: true, ...captcha })
    await route.fulfill({ response, json: body })
  })

/** Resolves after the response: until then, Escape ends the request, not the dialog. */
const sentToken = async (page: Page, act: () => Promise<void>): Promise<unknown> => {
  const [response] = await Promise.all([page.waitForResponse(/\/auth\/signup/), act()])
  const request = response.request()
  const body: { captchaToken?: unknown } = request.postDataJSON()
  return body.captchaToken
}

/** Counts the page's tasks at each step of the work: independent of the machine's load. */
function countTurns(): void {
  window.turns = 0
  const derivations: number[] = []
  window.derivations = derivations
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    window.turns = (window.turns ?? 0) + 1
    port2.postMessage(null)
  })
  port1.start()
  port2.postMessage(null)
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle)
  crypto.subtle.deriveBits = (...parameters) => {
    derivations.push(window.turns ?? 0)
    return derive(...parameters)
  }
}

test('the proof of work runs under the strictest policy, and never blocks the page', async ({ page, urls, email }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await requireCaptcha(page)
  await page.goto(`${urls.demo}/csp/strict.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(countTurns)
  const [challenge] = await Promise.all([
    page.waitForResponse('**/captcha/challenge'),
    page.getByLabel('Email').focus(),
  ])
  expect(challenge.ok()).toBe(true)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  const token = await sentToken(page, () => page.getByRole('button', { name: 'Create account' }).click())
  const answer: { solution: { counter: number } } = JSON.parse(atob(String(token)))
  expect(answer).toMatchObject({
    challenge: { parameters: { data: { app: 'app_demo', mode: 'test' } } },
    solution: { counter: expect.any(Number), derivedKey: expect.stringMatching(/^[0-9a-f]{64}$/u) },
  })
  // Keys are derived one by one, with a task in between.
  const turns = await page.evaluate(() => window.derivations ?? [])
  expect(turns).toHaveLength(answer.solution.counter)
  expect(new Set(turns).size).toBe(turns.length)
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(messages).toEqual([])
})

/** A provider's script as pages see it. */
const script = `window.turnstile = {
  render(place, options) {
    const box = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Tick me' })
    box.onclick = () => { this.token = 'token-' + performance.now(); options.callback(this.token) }
    place.append(box)
    return 'id'
  },
  getResponse() { return this.token },
  reset() { this.token = '' },
  remove() { window.removed = true },
}
window[new URL(document.currentScript.src).searchParams.get('onload')]()`

test('a hosted captcha can be used in the dialog, is reset by a failure, and is removed with the dialog', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/u)
  await requireCaptcha(page, { captcha: { provider: 'turnstile', siteKey: 'site-key' } })
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('**/auth/signup', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid-captcha', message: 'Not good.' } }),
  )
  const dialog = await openModal(page, urls.demo, 'SIGNUP')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  // Slotted light DOM stays reachable although the rest of the page is inert.
  await expect(dialog.getByRole('group', { name: 'I am not a robot' }).locator('slot')).toBeAttached()
  const box = page.getByRole('button', { name: 'Tick me' })
  await box.click()
  await box.focus()
  await expect(box).toBeFocused()
  const submit = () => dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  const first = await sentToken(page, submit)
  expect(first).toMatch(/^token-/u)
  await expect(dialog.getByText('Not good.')).toBeVisible()
  await box.click()
  const second = await sentToken(page, submit)
  expect(second).toMatch(/^token-/u)
  expect(second).not.toBe(first)
  await expect(dialog.locator('form')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Tick me' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.removed)).toBe(true)
})
