import { codeFromMailbox } from '../../../e2e/mailbox'
import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const resetPassword: Journey = {
  name: 'a forgotten password is replaced with the mailed code, and the new one logs in',
  async walk({ urls, page }) {
    const email = someone()
    await signUp(urls.api, { email, password: PASSWORD })
    await page.gotoAsVisitor(`${urls.demo}/modals/account.html`)
    await page.isReady()
    await page.click('Password lost?')
    await page.fill('Email address', email)
    await page.press('Enter')
    const code = await codeFromMailbox(urls.api, email)
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
  },
}
