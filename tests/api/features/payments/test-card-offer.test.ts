import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testCards } from '../../../../contract/test-cards'
import { DEMO, openShop } from '../../../support/open-shop'

async function openCheckoutPage() {
  const shop = await openShop()
  const { token } = await shop.signUp()
  const back = `${DEMO}/pricing.html`
  const session = await shop.checkout(token, { priceId: 'prc_pro-monthly', success_url: back, cancel_url: back })
  const response = await shop.request(`/test/checkout?session=${session}`)
  return { shop, policy: response.headers.get('content-security-policy') ?? '', html: await response.text() }
}

test('lists every test card for browsers without scripts, and hides the button', async () => {
  const { html } = await openCheckoutPage()
  const list = /<details[\s\S]+<\/details>/u.exec(html)?.[0] ?? ''
  for (const { number } of testCards) expect(list).toContain(number)
  expect(list).toContain('<strong>4000 0000 0000 0002</strong> is declined')
  expect(html).toMatch(/<button[^>]+hidden>Test cards<\/button>/u)
})

test('loads the app’s widget in Test Mode, without visits, gates and inspector', async () => {
  const { html } = await openCheckoutPage()
  const [tag = ''] = /<script[^>]+membership\.js[^>]+>/u.exec(html) ?? []
  expect(tag).toContain('data-memberstack-app="app_demo"')
  expect(tag).toContain('data-memberstack-key="pk_sb_demo"')
  expect(tag).toContain('data-ms-analytics="off"')
  expect(tag).toContain('data-ms-page-gate="off"')
  expect(tag).toContain('data-ms-inspector="off"')
  expect(tag).toContain('defer')
})

test('allows only scripts, calls and media of this origin', async () => {
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

test('serves its scripts as one, to pages of this origin', async () => {
  const { shop, html } = await openCheckoutPage()
  const [, path = ''] = /<script src="(\/test\/[^"]+)"/u.exec(html) ?? []
  const response = await shop.request(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const script = await response.text()
  // The script uses nothing else: without the widget it ends at once.
  const document = { getElementById: () => null }
  const run = createContext({ window: { document, location: { href: '' }, history: { replaceState: () => {} } } })
  expect(() => runInContext(script, run)).not.toThrow()
})
