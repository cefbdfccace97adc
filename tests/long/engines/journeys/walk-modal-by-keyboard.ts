import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const walkModalByKeyboard: Journey = {
  name: 'by keyboard alone: from the opener to a new account, its modal, and back',
  async walk({ urls, page }) {
    await page.gotoAsVisitor(`${urls.demo}/modals/account.html`)
    await page.isReady()
    await page.tabTo('Join')
    await page.press('Enter')
    await page.hasFocusOn('Email address')
    await page.type(someone())
    await page.tabTo('Password')
    await page.type(PASSWORD)
    await page.press('Enter')
    await page.sees('Members only')
    await page.tabTo('Your account')
    await page.press('Enter')
    await page.hasFocusOn('Profile Information')
    await page.tabTo('Last name')
    await page.type('Lovelace')
    await page.press('Enter')
    await page.sees('saved')
    await page.press('Escape')
    await page.hasFocusOn('Your account')
    await page.click('Leave')
    await page.seesNoMore('Members only')
  },
}
