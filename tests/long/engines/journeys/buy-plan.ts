import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'
import { payWithCard } from './pay-with-card'

export const buyPlan: Journey = {
  name: 'a visitor chooses a price, joins in the dialog, pays by card, and the paid page is open',
  async walk({ urls, page }) {
    await page.gotoAsVisitor(`${urls.demo}/pricing.html`)
    await page.isReady()
    await page.click('Pro by the month')
    await page.fill('Email address', someone())
    await page.fill('Password', PASSWORD)
    await page.press('Enter')
    await payWithCard(page, urls)
    await page.isAt(`${urls.demo}/pricing.html`)
    await page.sees('You have this plan.')
    await page.click('Open the pro area')
    await page.isAt(`${urls.demo}/pro.html`)
    await page.sees('Pro area')
  },
}
