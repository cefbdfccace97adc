import { randomBytes } from 'node:crypto'
import { engines, isHere } from '../support/engines'
import { openFakeStripe } from '../support/fake-stripe/server'
import { startPostgres } from '../support/postgres/start-postgres'
import { startProduct } from '../support/start-product'
import { consoleTest as test, faults } from './console-page'
import { hands } from './hand'
import { expect } from './product-test'
import {
  buyLive,
  countClicks,
  goLive,
  install,
  joinAndBuy,
  openMailServer,
  openOwnSite,
  protectAccount,
  seeMember,
  seeOnHome,
  setUpApp,
} from './ten-minutes'

/** From the setup link to the first live sale. */
const CLICKS_MAX = 25

const runs = [
  ...engines.map((engine) => ({ engine, by: '', hand: hands.mouse })),
  { engine: 'SQLite', by: ', by keyboard alone', hand: hands.keyboard },
] as const

for (const { engine, by, hand } of runs) {
  test(`an owner sets up the console, makes an app, installs it, sells, goes live and sells again, on ${engine}${by}`, async ({
    page,
    openTab,
    context,
    email,
    expectedConsole,
  }) => {
    test.skip(!isHere(engine), `${engine} is not installed`)
    // The preview of a login modal asks who is logged in; the last page is logged in to the other mode.
    // At the end, the server asks once more who the owner is.
    expectedConsole.push(/status of 40[13]/)
    const database = engine === 'PostgreSQL' ? await startPostgres() : null
    const [stripe, mail, own] = await Promise.all([openFakeStripe({ livemode: true }), openMailServer(), openOwnSite()])
    // Its own product: a setup link works only while there is no staff.
    const product = await startProduct({
      STRIPE_API_URL: stripe.url,
      ...(database && {
        DATABASE_URL: `${database.url}/postgres`,
        KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      }),
    })
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.urls.api })
      const clicks = countClicks(hand)
      await expect.poll(() => product.setupUrl, 'the start prints the link').not.toBe('')
      await setUpApp(page, clicks, { setupUrl: product.setupUrl, siteUrl: own.url })
      expect(clicks.count(), 'the wizard has at most 8 clicks').toBeLessThanOrEqual(8)
      const site = await openTab()
      const tag = await install(page, site, clicks, own)
      await joinAndBuy(site, clicks, email)
      await seeOnHome(page, clicks)
      await goLive(page, clicks, mail)
      await buyLive(site, clicks, { own, tag, email, stripe })
      expect(clicks.count()).toBeLessThanOrEqual(CLICKS_MAX)
      expect(clicks.longWaits()).toEqual([])
      if (database === null) {
        expect(await faults(page)).toEqual([])
        await seeMember(page, clicks, email)
        await protectAccount(page, clicks)
      }
    } finally {
      // Open pages would call a server that is gone.
      for (const tab of context.pages()) await tab.close()
      own.close()
      await product.stop()
      await Promise.all([stripe.close(), mail.close(), database?.remove()])
    }
  })
}
