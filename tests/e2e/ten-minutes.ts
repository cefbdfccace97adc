import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { password } from './account-modals'
import { SMTPServer } from 'smtp-server'
import { errors } from '../../contract/errors'
import type { openFakeStripe } from '../support/fake-stripe/server'
import { cardNumber } from './checkout'
import { faults } from './console-page'
import type { Hand } from './hand'
import { expect } from './product-test'
import { checkNames, WAITING } from './published-names'
import { addAuthenticator } from './virtual-authenticator'

/** Nothing takes so long, also on a busy machine: a limit against hanging. */
const HANGS_MS = 30_000
/** The longest wait of the journey, without the time in which a task of this machine waited for a processor. */
const WAIT_MAX_MS = 2_000
/** A purchase is among the figures of Home after at most so long. */
const FIGURES_MAX_MS = 5_000

export const OWNER = { name: 'Ana Lima', email: 'ana@example.com', password: 'zebra-lantern-94-quilt' }

/** Counts what a person clicks, or uses by keyboard. Typing and the way to a control are free. */
export interface Clicks {
  count(): number
  /** Waits that were longer than a person should wait, in words. */
  longWaits(): readonly string[]
  /** Waits for the element, then clicks it, or presses a key on it. */
  on(this: void, locator: Locator): Promise<void>
  type: Hand['type']
  /** Waits for the result of a click, with the same limit. */
  wait(this: void, what: string, done: () => Promise<unknown>, maxMs?: number): Promise<void>
}

/** Milliseconds since the start of the machine in which at least one task waited for a processor; 0 if the system does not count them. */
function stalledMs(): number {
  try {
    const [, micros = '0'] = /^some .*total=(\d+)/u.exec(readFileSync('/proc/pressure/cpu', 'utf8')) ?? []
    return Number(micros) / 1_000
  } catch {
    return 0
  }
}

export function countClicks(hand: Hand): Clicks {
  let clicks = 0
  const long: string[] = []
  const wait = async (what: string, done: () => Promise<unknown>, maxMs = WAIT_MAX_MS) => {
    const [from, stalled] = [Date.now(), stalledMs()]
    await done()
    const waited = Date.now() - from
    const own = waited - (stalledMs() - stalled)
    if (own > maxMs) long.push(`${what}: ${waited} ms, of which the machine was free for ${Math.round(own)} ms`)
  }
  return {
    count: () => clicks,
    longWaits: () => long,
    wait,
    async on(locator) {
      // A tab in the back draws ten frames a second, and a click waits for several. A person has the tab in front.
      await locator.page().bringToFront()
      await wait(`before the click on ${String(locator)}`, () => expect(locator).toBeVisible({ timeout: HANGS_MS }))
      await hand.press(locator)
      clicks += 1
    },
    async type(field, text) {
      await field.page().bringToFront()
      await hand.type(field, text)
    },
  }
}

/** The owner's site: one page on this machine, empty at first. */
export interface OwnSite {
  url: string
  /** The page from now on. */
  publish(page: { head: string; body: string }): void
  close(): void
}

export async function openOwnSite(): Promise<OwnSite> {
  let page = { head: '', body: '' }
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end()
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><head><title>My site</title>${page.head}</head><body>${page.body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://localhost:${port}`, publish: (next) => (page = next), close: () => void server.close() }
}

/** Setup link, account, wizard. @returns when Install shows, which waits for the first call */
export async function setUpApp(
  page: Page,
  clicks: Clicks,
  { setupUrl, siteUrl }: { setupUrl: string; siteUrl: string },
) {
  await page.goto(setupUrl)
  await checkNames(page, 'setup')
  await clicks.type(page.getByLabel('Name', { exact: true }), OWNER.name)
  await clicks.type(page.getByLabel('Email', { exact: true }), OWNER.email)
  await clicks.type(page.getByLabel('Password', { exact: true }), OWNER.password)
  await clicks.on(page.getByRole('button', { name: 'Create account' }))

  const next = page.getByRole('button', { name: 'Next' })
  await checkNames(page, 'wizard')
  await clicks.type(page.getByLabel('App name'), 'Acme Club')
  await clicks.type(page.getByLabel('Site address'), siteUrl)
  await clicks.on(next)
  await clicks.on(page.getByText('Free and paid', { exact: true }))
  await clicks.on(next)
  await clicks.type(page.getByLabel('Price', { exact: true }), '12.00')
  await clicks.on(next)
  await clicks.on(next)
  await clicks.on(page.getByText('Green', { exact: true }))
  await checkNames(page, 'last step')
  await clicks.on(page.getByRole('button', { name: 'Create app' }))
  const opened = page.getByRole('heading', { level: 1, name: 'Install' })
  await clicks.wait('for the new app', () => expect(opened).toBeVisible({ timeout: HANGS_MS }))
}

/** Copies tag and price block into the site's page and opens it. @returns the tag, when Install is green */
export async function install(owner: Page, site: Page, clicks: Clicks, own: OwnSite) {
  await checkNames(owner, 'install')
  const copied = async (name: string) => {
    await clicks.on(owner.getByRole('button', { name }))
    await expect(owner.getByText('Copied').first()).toBeVisible({ timeout: HANGS_MS })
    return owner.evaluate(() => navigator.clipboard.readText())
  }
  const head = await copied('Copy Script tag')
  own.publish({ head, body: await copied('Copy Price block') })
  await site.goto(own.url)
  await clicks.wait('for the first call to show', () =>
    expect(owner.getByText('Your page is connected')).toBeVisible({ timeout: HANGS_MS }),
  )
  await expect(owner.getByText(WAITING)).toHaveCount(0)
  return head
}

/** A visitor joins and pays with the test card. @returns when the gated block shows */
export async function joinAndBuy(site: Page, clicks: Clicks, email: string) {
  const gated = site.getByText('Only paying members see this.')
  await expect(gated).toBeHidden()
  await clicks.on(site.getByRole('button', { name: 'Join', exact: true }))
  const dialog = site.getByRole('dialog')
  await clicks.type(dialog.getByLabel(/^Email/), email)
  await clicks.type(dialog.getByLabel('Password', { exact: true }), password)
  await clicks.on(dialog.locator('button[type=submit]'))
  await clicks.wait('for the sign-up', () => expect(dialog).toBeHidden({ timeout: HANGS_MS }))
  await expect(gated).toBeHidden()
  await clicks.on(site.getByRole('button', { name: 'Buy Membership' }))
  await clicks.wait('for the checkout', () => site.waitForURL(/\/test\/checkout(\?|$)/, { timeout: HANGS_MS }))
  await clicks.type(site.getByLabel('Card number', { exact: true }), cardNumber('main'))
  await clicks.type(site.getByLabel('Expiry', { exact: true }), `12/${String(new Date().getFullYear() + 2).slice(-2)}`)
  await clicks.type(site.getByLabel('CVC', { exact: true }), '123')
  await clicks.on(site.getByRole('button', { name: /^Pay/ }))
  await clicks.wait('for what was bought', () => expect(gated).toBeVisible({ timeout: HANGS_MS }))
}

/** Home has the sign-up and the purchase. */
export async function seeOnHome(owner: Page, clicks: Clicks) {
  await clicks.on(owner.getByRole('link', { name: 'Home', exact: true }))
  const figure = (name: string) => owner.getByRole('region', { name, exact: true }).locator('.figure-value')
  const sums = async () => {
    await expect(figure('Sign-ups')).toHaveText('1', { timeout: HANGS_MS })
    await expect(figure('Revenue · USD')).toHaveText('$12.00', { timeout: HANGS_MS })
  }
  await clicks.wait('for the purchase on Home', sums, FIGURES_MAX_MS)
}

/** The buyer's page has what the plan costs and what was paid. */
export async function seeMember(owner: Page, clicks: Clicks, email: string) {
  await clicks.on(owner.getByRole('link', { name: 'Members', exact: true }))
  await clicks.on(owner.getByRole('rowheader', { name: email }))
  for (const name of ['Plans', 'Payments'])
    await expect(owner.getByRole('region', { name, exact: true })).toContainText('$12.00')
}

export interface OwnMailServer {
  port: string
  /** Addresses of the recipients. */
  received: readonly string[]
  close(): Promise<void>
}

/** A real mail server, which takes every mail. */
export async function openMailServer(): Promise<OwnMailServer> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, { envelope }, callback) {
      received.push(...envelope.rcptTo.map(({ address }) => address))
      stream.resume()
      stream.on('end', () => callback())
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const address: AddressInfo | string | null = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port: String(port), received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Stripe's key, a mail server with its test mail, and the domain. @returns when the app is live */
export async function goLive(owner: Page, clicks: Clicks, mail: OwnMailServer) {
  const soon = { timeout: HANGS_MS }
  await clicks.on(owner.getByRole('link', { name: 'Go live', exact: true }))
  const go = owner.getByRole('button', { name: 'Go live', exact: true })
  await expect(go).toBeDisabled(soon)
  await clicks.type(owner.getByLabel('Secret key'), 'sk_live_51abcdwxyz')
  await clicks.on(owner.getByRole('button', { name: 'Save Stripe' }))
  await clicks.wait('for Stripe', () => expect(owner.getByText('ends with wxyz')).toBeVisible(soon))
  await clicks.type(owner.getByLabel('Host', { exact: true }), '127.0.0.1')
  await clicks.type(owner.getByLabel('Port', { exact: true }), mail.port)
  await clicks.on(owner.getByRole('button', { name: 'Save Mail server' }))
  await clicks.wait('for the mail server', () => expect(owner.getByText(`127.0.0.1:${mail.port}`)).toBeVisible(soon))
  await expect(go).toBeDisabled()
  await clicks.on(owner.getByRole('button', { name: 'Send test' }))
  await clicks.wait('for the test mail', () =>
    expect(owner.getByText(`The mail server took the mail to ${OWNER.email}.`)).toBeVisible(soon),
  )
  expect(mail.received).toEqual([OWNER.email])
  await clicks.on(owner.locator('label', { hasText: 'localhost' }))
  await expect(go).toBeEnabled(soon)
  await clicks.on(go)
  await clicks.on(owner.getByRole('button', { name: 'Confirm' }))
  await clicks.wait('for live mode', () =>
    expect(owner.getByRole('heading', { name: 'This app is live' })).toBeVisible(soon),
  )
}

/** Stripe's page, as far as a buyer goes: a button, which leads back. */
async function showStripePage(site: Page, stripe: Awaited<ReturnType<typeof openFakeStripe>>) {
  await site.route('https://checkout.stripe.example/**', async (route) => {
    if (route.request().method() !== 'POST') {
      const body =
        '<!doctype html><html lang="en"><title>Stripe</title><form method="post"><button>Pay</button></form></html>'
      await route.fulfill({ contentType: 'text/html', body })
      return
    }
    const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const { success_url: next } = stripe.play.pay(id)
    await route.fulfill({ status: 303, headers: { location: next } })
  })
}

/** In which mode the page's origin is. @param tag script tag of the app */
async function modeOf({ url }: OwnSite, tag: string): Promise<unknown> {
  const [, api = '', appId = ''] = /src="([^"]+)\/membership\.js[^"]*" data-memberstack-app="([^"]+)"/u.exec(tag) ?? []
  const answer = await fetch(`${api}/app`, { headers: { 'X-API-Key': appId, Origin: new URL(url).origin } })
  return (await answer.json()).data.mode
}

/** The live page has a first buyer. @returns when the gated block shows */
export async function buyLive(
  site: Page,
  clicks: Clicks,
  {
    own,
    tag,
    email,
    stripe,
  }: { own: OwnSite; tag: string; email: string; stripe: Awaited<ReturnType<typeof openFakeStripe>> },
) {
  await showStripePage(site, stripe)
  const gated = site.getByText('Only paying members see this.')
  await clicks.wait('for pages in live mode', () =>
    expect.poll(() => modeOf(own, tag), { intervals: [100], timeout: HANGS_MS }).toBe('live'),
  )
  await site.goto(own.url)
  await expect(gated).toBeHidden({ timeout: HANGS_MS })
  await clicks.on(site.getByRole('button', { name: 'Buy Membership' }))
  const dialog = site.getByRole('dialog')
  await clicks.type(dialog.getByRole('textbox', { name: 'Email' }), email)
  await clicks.type(dialog.getByLabel('Password', { exact: true }), password)
  await clicks.on(dialog.locator('button[type=submit]'))
  await clicks.wait('for Stripe’s page', () => site.waitForURL(/checkout\.stripe\.example/, { timeout: HANGS_MS }))
  await clicks.on(site.getByRole('button', { name: 'Pay' }))
  await clicks.wait('for what was bought live', () => expect(gated).toBeVisible({ timeout: HANGS_MS }))
  expect(stripe.calls.find(({ path }) => path === '/v1/checkout/sessions')?.mode).toBe('live')
}

/** The owner adds a passkey, without which a login is refused after a week. @returns when Team shows it */
export async function protectAccount(owner: Page, clicks: Clicks) {
  // Chromium reports a closed dialog with the next frame, which a tab in the back does not draw.
  await owner.bringToFront()
  await clicks.on(owner.getByRole('link', { name: 'Home', exact: true }))
  await clicks.on(owner.getByRole('link', { name: 'Protect your account' }))
  await expect(owner.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible()
  await clicks.type(owner.getByLabel('Email', { exact: true }), OWNER.email)
  await clicks.type(owner.getByLabel('Password', { exact: true }), OWNER.password)
  await clicks.on(owner.getByRole('button', { name: 'Continue' }))
  const dialog = owner.getByRole('dialog')
  const authenticator = await addAuthenticator(owner)
  await authenticator.during(async () => {
    await clicks.on(dialog.getByRole('button', { name: 'Add a passkey' }))
    await expect(dialog.getByText('This device only')).toBeVisible({ timeout: HANGS_MS })
  })
  await owner.keyboard.press('Escape')
  await expect(owner.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible({ timeout: HANGS_MS })
  await expect(owner.getByRole('link', { name: 'Protect your account' })).toHaveCount(0)
  await clicks.on(owner.getByRole('link', { name: 'Team', exact: true }))
  await expect(owner.getByRole('row', { name: OWNER.name })).toContainText('On')
  await confirmByPasskey(owner, clicks, authenticator)
}

/** As after ten minutes: the server asks again who it is, and the passkey answers. */
async function confirmByPasskey(
  owner: Page,
  clicks: Clicks,
  authenticator: Awaited<ReturnType<typeof addAuthenticator>>,
) {
  const json = { code: 'step-up-required', message: errors['step-up-required'].message }
  await owner.route('**/admin/invitations', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json }) : route.continue(),
  )
  await clicks.on(owner.getByRole('button', { name: 'Invite a person' }))
  await clicks.type(owner.getByRole('textbox', { name: 'Email' }), 'sue@example.com')
  await clicks.on(owner.getByRole('button', { name: 'Create invitation' }))
  const dialog = owner.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByLabel('Password')).toBeVisible()
  expect(await faults(owner)).toEqual([])
  await owner.unroute('**/admin/invitations')
  const confirmed = owner.waitForResponse((response) => response.url().endsWith('/console/session/confirm'))
  await authenticator.during(async () => {
    await clicks.on(dialog.getByRole('button', { name: 'Use a passkey' }))
    expect((await confirmed).status()).toBe(200)
  })
  await expect(owner.getByRole('dialog', { name: 'Invitation created' })).toBeVisible({ timeout: HANGS_MS })
  await clicks.on(owner.getByRole('button', { name: 'Done' }))

  // The next login needs no password either.
  await clicks.on(owner.getByRole('button', { name: /^Account of/ }))
  await clicks.on(owner.getByRole('menuitem', { name: 'Sign out' }))
  await authenticator.during(async () => {
    await clicks.on(owner.getByRole('button', { name: 'Use a passkey' }))
    await expect(owner.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible({ timeout: HANGS_MS })
  })
}
