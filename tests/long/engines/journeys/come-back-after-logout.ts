import { profilePage } from '../../../e2e/profile-page'
import { serveHtml } from '../../../e2e/serve-html'
import { signUp } from '../../../e2e/sign-up'
import { PASSWORD, someone } from '../journey'
import type { Journey } from '../journey'
import { journeyPage } from '../journey-page'

export const comeBackAfterLogout: Journey = {
  name: 'Back after a logout shows no member data in the fields of the page',
  async walk({ urls, browser }) {
    // Firefox’s driver loses a tab whose page came out of the back-forward cache.
    const tab = journeyPage(await browser.newTab())
    const outside = await serveHtml(profilePage(urls.api))
    const customFields = { 'first-name': 'Ada' }
    const token = await signUp(urls.api, { email: someone(), password: PASSWORD, customFields })
    await tab.goto(outside.url)
    await tab.storeSession(token)
    await tab.goto(outside.url)
    await tab.holds('First name', 'Ada')
    await tab.goto(`${outside.url}another`)
    await tab.holds('First name', 'Ada')
    await tab.click('Log out')
    await tab.holds('First name', '')
    await tab.back(outside.url)
    await tab.isReady()
    await tab.seesNoMore('Log out')
    await tab.holds('First name', '')
    outside.close()
  },
}
