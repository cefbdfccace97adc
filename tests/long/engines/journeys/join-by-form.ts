import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'
import { journeyPage } from '../journey-page'

export const joinByForm: Journey = {
  name: 'a form signs up a member, and a second tab follows',
  async walk({ urls, browser, page }) {
    const email = someone()
    await page.gotoAsVisitor(`${urls.demo}/forms/signup.html`)
    await page.isReady()
    const second = journeyPage(await browser.newTab())
    await second.goto(`${urls.demo}/forms/signup.html`)
    await second.isReady()
    await page.fill('First name', 'Ada')
    await page.fill('Email', email)
    await page.fill('Password', PASSWORD)
    await page.click('Create account')
    await page.sees('Members only')
    await page.sees(email)
    await second.sees(email)
    await second.click('Log out')
    await second.seesNoMore('Members only')
    await page.seesNoMore('Members only')
  },
}
