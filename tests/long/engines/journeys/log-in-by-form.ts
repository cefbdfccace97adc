import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const logInByForm: Journey = {
  name: 'a login form refuses a wrong password and accepts the right one, by the Enter key',
  async walk({ urls, page }) {
    const email = someone()
    await signUp(urls.api, { email, password: PASSWORD })
    await page.gotoAsVisitor(`${urls.demo}/forms/login.html`)
    await page.isReady()
    await page.fill('Email', email)
    await page.fill('Password', 'a-wrong-password')
    await page.press('Enter')
    await page.sees('Invalid email or password.')
    await page.fill('Password', PASSWORD)
    await page.press('Enter')
    await page.sees('Members only')
    await page.sees(email)
    await page.click('Log out')
    await page.seesNoMore('Members only')
  },
}
