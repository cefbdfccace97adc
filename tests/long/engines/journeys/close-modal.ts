import type { Journey } from '../journey'

export const closeModal: Journey = {
  name: 'Escape and a click beside close the login modal, and the focus returns',
  async walk({ urls, page }) {
    await page.gotoAsVisitor(`${urls.demo}/modals/account.html`)
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
  },
}
