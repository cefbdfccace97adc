import { routes } from '../../host-site/paths'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { recordShifts } from './record-shifts'
import { signUp } from './sign-up'
import { slow } from './slow-tier'
import { surfaces } from './surfaces'

const leadOn = new Set<string>([routes.login.path, routes.forgotPassword.path])

for (const who of ['visitor', 'member'] as const) {
  for (const width of [360, 1280]) {
    test(
      `no page of the site moves under a ${who}’s eyes at ${width} pixels`,
      slow,
      async ({ browser, urls, email }) => {
        const customFields = { 'first-name': 'Wilhelmina', 'last-name': 'Featherstonehaugh', phone: '+1 555 0100' }
        const token = await signUp(urls.api, { email, password: 'a-good-password', customFields }, 'app_trusttag')
        for (const path of surfaces.site) {
          // A fresh context with an empty cache, so that fonts and scripts load late.
          const context = await browser.newContext({ viewport: { width, height: 800 } })
          const page = await context.newPage()
          await page.addInitScript(recordShifts)
          if (who === 'member') {
            await page.addInitScript((value) => {
              localStorage.setItem('_ms-mid', value)
              localStorage.setItem('isLoggedIn', 'true')
            }, token)
          }
          await arrive(page, urls.site + path)
          await expect(page.locator('#site-menu')).toContainText(who === 'member' ? 'Profile' : 'Login')
          // Members are redirected from login pages: another page is not a shift.
          const stays = page.url() === urls.site + path
          expect(stays || (who === 'member' && leadOn.has(path)), page.url()).toBe(true)
          if (stays) expect.soft(await page.evaluate(() => window.shifts), path).toEqual([])
          await context.close()
        }
      },
    )
  }
}
