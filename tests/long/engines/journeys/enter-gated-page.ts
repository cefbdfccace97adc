import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const enterGatedPage: Journey = {
  name: 'a gated page redirects visitors and opens for members, and members get hosted content',
  async walk({ urls, page }) {
    const email = someone()
    await page.gotoAsVisitor(`${urls.demo}/forms/signup.html`)
    await page.goto(`${urls.demo}/members/`)
    await page.sees('That part of the site is for members.')
    await page.goto(`${urls.demo}/forms/signup.html`)
    await page.isReady()
    await page.fill('Email', email)
    await page.fill('Password', PASSWORD)
    await page.click('Create account')
    await page.sees('Members only')
    await page.goto(`${urls.demo}/members/`)
    await page.sees('Another page of the area')
    await page.goto(`${urls.demo}/hosted-content/secure.html`)
    await page.isReady()
    await page.sees('Welcome to the members area')
    await page.seesNoMore('Log in to read the welcome.')
    await page.click('Log out')
    await page.sees('Log in to read the welcome.')
    await page.seesNoMore('Welcome to the members area')
  },
}
