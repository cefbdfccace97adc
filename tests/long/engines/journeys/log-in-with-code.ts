import { codeFromMailbox } from '../../../e2e/mailbox'
import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const logInWithCode: Journey = {
  name: 'a mailed code logs in, a profile form saves, and a content group opens',
  async walk({ urls, page }) {
    const email = someone()
    await signUp(urls.api, { email, password: PASSWORD })
    await page.gotoAsVisitor(`${urls.demo}/forms/passwordless-login.html`)
    await page.isReady()
    await page.fill('Email', email)
    await page.click('Send me a code')
    await page.fill('Code from the email', await codeFromMailbox(urls.api, email))
    await page.click('Log in')
    await page.sees(email)
    await page.goto(`${urls.demo}/forms/profile.html`)
    await page.isReady()
    await page.fill('First name', 'Augusta')
    await page.click('Save')
    await page.sees('saved')
    await page.sees('Augusta')
    await page.goto(`${urls.demo}/gating/groups.html`)
    await page.sees('for all members')
    await page.seesNoMore(': for visitors')
    await page.click('Log out')
    await page.sees(': for visitors')
    await page.seesNoMore('for all members')
  },
}
