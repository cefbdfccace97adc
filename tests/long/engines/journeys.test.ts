import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeFromMailbox } from '../../e2e/mailbox'
import { profilePage } from '../../e2e/profile-page'
import { serveHtml } from '../../e2e/serve-html'
import { signUp } from '../../e2e/sign-up'
import { startProduct } from '../../support/start-product'
import type { RunningProduct } from '../../support/start-product'
import type { Engine, EngineBrowser } from './engine'
import { firefox } from './firefox'
import { type JourneyPage, journeyPage } from './journey-page'
import { webkit } from './webkit'

const engines: readonly [name: string, engine: Engine | null][] = [
  ['Firefox', firefox()],
  ['WebKit', webkit()],
]
const JOURNEY_MS = 120_000

let product: RunningProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const someone = (): string => `engine-${randomUUID()}@example.com`

for (const [name, engine] of engines) {
  const title = engine ? `in ${name}` : `in ${name} (skipped: it is not installed here)`
  describe.skipIf(!engine)(title, { timeout: JOURNEY_MS }, () => {
    let browser: EngineBrowser
    let page: JourneyPage
    beforeAll(async () => {
      if (!engine) throw new Error(`${name} is not installed here.`)
      browser = await engine.open()
      page = journeyPage(await browser.newTab())
    }, JOURNEY_MS)
    afterAll(() => browser?.close())

    test('a form makes a member, and a second tab follows', async () => {
      const email = someone()
      await page.gotoAsVisitor(`${product.urls.demo}/forms/signup.html`)
      await page.isReady()
      const second = journeyPage(await browser.newTab())
      await second.goto(`${product.urls.demo}/forms/signup.html`)
      await second.isReady()
      await page.fill('First name', 'Ada')
      await page.fill('Email', email)
      await page.fill('Password', 'a-good-password')
      await page.click('Create account')
      await page.sees('Members only')
      await page.sees(email)
      await second.sees(email)
      await second.click('Log out')
      await second.seesNoMore('Members only')
      await page.seesNoMore('Members only')
    })

    test('Escape and a click beside close the login modal, and the focus goes back', async () => {
      await page.gotoAsVisitor(`${product.urls.demo}/modals/account.html`)
      await page.isReady()
      await page.click('Enter')
      await page.hasFocusOn('Email address')
      await page.press('Escape')
      await page.seesNoMore('Log in to your account')
      await page.hasFocusOn('Enter')
      await page.press('Enter')
      await page.hasFocusOn('Email address')
      await page.clickBeside()
      await page.seesNoMore('Log in to your account')
      await page.hasFocusOn('Enter')
    })

    test('somebody joins by the signup modal, saves the profile, and leaves', async () => {
      const email = someone()
      await page.gotoAsVisitor(`${product.urls.demo}/modals/account.html`)
      await page.isReady()
      await page.click('Join')
      await page.fill('First name', 'Grace')
      await page.fill('Email address', email)
      await page.fill('Password', 'a-good-password')
      await page.press('Enter')
      await page.sees(email)
      await page.click('Your account')
      await page.fill('First name', 'Augusta')
      await page.click('Save')
      await page.sees('saved')
      await page.press('Escape')
      await page.sees('Augusta')
      await page.click('Leave')
      await page.seesNoMore('Members only')
    })

    test('a code by mail logs in, a profile form saves, and a group opens', async () => {
      const email = someone()
      await signUp(product.urls.api, { email, password: 'a-good-password' })
      await page.gotoAsVisitor(`${product.urls.demo}/forms/passwordless-login.html`)
      await page.isReady()
      await page.fill('Email', email)
      await page.click('Send me a code')
      await page.fill('Code from the email', await codeFromMailbox(product.urls.api, email))
      await page.click('Log in')
      await page.sees(email)
      await page.goto(`${product.urls.demo}/forms/profile.html`)
      await page.isReady()
      await page.fill('First name', 'Augusta')
      await page.click('Save')
      await page.sees('saved')
      await page.sees('Augusta')
      await page.goto(`${product.urls.demo}/gating/groups.html`)
      await page.sees('open to every member')
      await page.seesNoMore('for those who are no member')
      await page.click('Log out')
      await page.sees('for those who are no member')
      await page.seesNoMore('open to every member')
    })

    test('a gated address leads visitors away and lets members in, and hosted content comes for members', async () => {
      const email = someone()
      await page.gotoAsVisitor(`${product.urls.demo}/forms/signup.html`)
      await page.goto(`${product.urls.demo}/members/`)
      await page.sees('That part of the site is for members.')
      await page.goto(`${product.urls.demo}/forms/signup.html`)
      await page.isReady()
      await page.fill('Email', email)
      await page.fill('Password', 'a-good-password')
      await page.click('Create account')
      await page.sees('Members only')
      await page.goto(`${product.urls.demo}/members/`)
      await page.sees('Another page of the area')
      await page.goto(`${product.urls.demo}/hosted-content/secure.html`)
      await page.isReady()
      await page.sees('Welcome to the members area')
      await page.seesNoMore('Log in to read the welcome.')
      await page.click('Log out')
      await page.sees('Log in to read the welcome.')
      await page.seesNoMore('Welcome to the members area')
    })

    test('who comes back after a logout finds nothing of the member in the fields of the page', async () => {
      // Firefox’s driver loses a tab whose page came out of the back-forward cache.
      const tab = journeyPage(await browser.newTab())
      const outside = await serveHtml(profilePage(product.urls.api))
      const customFields = { 'first-name': 'Ada' }
      const token = await signUp(product.urls.api, { email: someone(), password: 'a-good-password', customFields })
      await tab.goto(outside.url)
      await tab.storeSession(token)
      await tab.goto(outside.url)
      await tab.holds('First name', 'Ada')
      await tab.goto(`${outside.url}another`)
      await tab.holds('First name', 'Ada')
      await tab.click('Log out')
      await tab.holds('First name', '')
      await tab.back(outside.url)
      await tab.isReady()
      await tab.seesNoMore('Log out')
      await tab.holds('First name', '')
      outside.close()
    })

    test('a forgotten password is replaced with the mailed code, and the new one opens the door', async () => {
      const email = someone()
      await signUp(product.urls.api, { email, password: 'a-good-password' })
      await page.gotoAsVisitor(`${product.urls.demo}/modals/account.html`)
      await page.isReady()
      await page.click('Password lost?')
      await page.fill('Email address', email)
      await page.press('Enter')
      const code = await codeFromMailbox(product.urls.api, email)
      await page.fill('Digit 1 of 6', code)
      await page.fill('New password', 'another-password')
      await page.click('Confirm & Reset')
      await page.sees('Your password has been reset. Please login.')
      await page.fill('Email address', email)
      await page.fill('Password', 'another-password')
      await page.click('Log in')
      await page.sees('Members only')
      await page.sees(email)
      await page.click('Leave')
    })
  })
}

test('the journeys know both engines', () => {
  expect(engines.map(([name]) => name)).toEqual(['Firefox', 'WebKit'])
})
