import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const joinByModal: Journey = {
  name: 'a visitor signs up in the modal, saves the profile, and logs out',
  async walk({ urls, page }) {
    const email = someone()
    await page.gotoAsVisitor(`${urls.demo}/modals/account.html`)
    await page.isReady()
    await page.click('Join')
    await page.fill('First name', 'Grace')
    await page.fill('Email address', email)
    await page.fill('Password', PASSWORD)
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
  },
}
