import { randomUUID } from 'node:crypto'
import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'

export const signGuestbook: Journey = {
  name: 'a member signs the guest book, and a visitor reads it',
  async walk({ urls, page }) {
    const words = `Hello from ${randomUUID()}`
    const customFields = { 'first-name': 'Ada' }
    const token = await signUp(urls.api, { email: someone(), password: PASSWORD, customFields })
    const book = `${urls.demo}/comments/guestbook.html`
    await page.gotoAsVisitor(book)
    await page.storeSession(token)
    await page.goto(book)
    await page.isReady()
    await page.sees('Log out')
    await page.fill('Your entry', words)
    await page.click('Sign the book')
    await page.sees(words)
    await page.sees('Ada')
    await page.gotoAsVisitor(book)
    await page.sees(words)
  },
}
