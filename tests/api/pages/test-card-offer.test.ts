import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testCards } from '../../../contract/test-cards'
import { DEMO, openShop } from '../../support/open-shop'

async function openCheckoutPage() {
  const shop = await openShop()
  const { token } = await shop.signUp()
  const back = `${DEMO}/pricing.html`
  const session = await shop.checkout(token, { priceId: 'prc_pro-monthly', success_url: back, cancel_url: back })
  const response = await shop.request(`/test/checkout?session=${session}`)
  return { shop, policy: response.headers.get('content-security-policy') ?? '', html: await response.text() }
}

test('the checkout lists every test card for browsers without scripts, and the button waits for one', async () => {
  const { html } = await openCheckoutPage()
  const list = /<details[\s\S]+<\/details>/u.exec(html)?.[0] ?? ''
  for (const { number } of testCards) expect(list).toContain(number)
  expect(list).toContain('<strong>4000 0000 0000 0002</strong> is declined')
  expect(html).toMatch(/<button[^>]+hidden>Test cards<\/button>/u)
})

test('the widget on it is the app’s in Test Mode, keeps no visits and gates nothing', async () => {
  const { html } = await openCheckoutPage()
  const [tag = ''] = /<script[^>]+membership\.js[^>]+>/u.exec(html) ?? []
  expect(tag).toContain('data-memberstack-app="app_demo"')
  expect(tag).toContain('data-memberstack-key="pk_sb_demo"')
  expect(tag).toContain('data-ms-analytics="off"')
  expect(tag).toContain('data-ms-page-gate="off"')
  expect(tag).toContain('defer')
})

test('its policy lets in scripts, calls and media of this origin and nothing more', async () => {
  const { policy } = await openCheckoutPage()
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "media-src 'self'",
      "trusted-types 'none'",
      "require-trusted-types-for 'script'",
    ]),
  )
  expect(policy).not.toContain('unsafe')
})

test('its script is served as one, to this origin’s pages', async () => {
  const { shop, html } = await openCheckoutPage()
  const [, path = ''] = /<script src="(\/test\/[^"]+)"/u.exec(html) ?? []
  const response = await shop.request(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const script = await response.text()
  // As it is sent it stands alone: where the widget is not, it ends at once.
  const document = { getElementById: () => null }
  const run = createContext({ window: { document, location: { href: '' }, history: { replaceState: () => {} } } })
  expect(() => runInContext(script, run)).not.toThrow()
})
