import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'
import { payWithCard } from './pay-with-card'

export const inviteToTeam: Journey = {
  name: 'an owner buys a team, and a new member joins it by the link and sees its content',
  async walk({ urls, page }) {
    const [owner, guest] = [someone(), someone()]
    const token = await signUp(urls.api, { email: owner, password: PASSWORD })
    await page.gotoAsVisitor(`${urls.demo}/plans/team.html`)
    await page.storeSession(token)
    await page.goto(`${urls.demo}/plans/team.html`)
    await page.sees(owner)
    await page.click('Team for $40 a month')
    await payWithCard(page, urls)
    await page.isAt(`${urls.demo}/plans/team.html`)
    await page.sees('You have a seat')
    await page.click('Your team')
    await page.sees('1/5')
    const link = await page.valueOf('Invite link')
    await page.press('Escape')
    await page.gotoAsVisitor(link)
    await page.isReady()
    await page.fill('Email', guest)
    await page.fill('Password', PASSWORD)
    await page.press('Enter')
    await page.sees('You are a member')
    await page.click('its page')
    await page.sees('You have a seat')
    await page.sees(guest)
  },
}
