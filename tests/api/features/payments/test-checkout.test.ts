import { expect, test } from 'vitest'
import { CHECKOUT_LIFETIME_MINUTES } from '../../../../contract/limits'
import { DEMO, openShop } from '../../../support/open-shop'
import type { GOOD_CARD } from '../../../support/open-shop'

const MINUTE_MS = 60_000

async function openAtCheckout(input: { priceId: string; couponId?: string } = { priceId: 'prc_pro-monthly' }) {
  const shop = await openShop()
  const ann = await shop.signUp()
  const urls = { success_url: `${DEMO}/thanks.html`, cancel_url: `${DEMO}/pricing.html?a=1&b=2` }
  const session = await shop.checkout(ann.token, { ...input, ...urls })
  const open = async () => {
    const response = await shop.request(`/test/checkout?session=${session}`)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  return { shop, ann, session, open }
}

const wordsOf = (html: string): string => html.replace(/<[^>]+>/gu, ' ').replace(/\s+/gu, ' ')

test('a paid checkout redirects to the success page, and the member has the plan', async () => {
  const { shop, ann, session } = await openAtCheckout()
  const response = await shop.pay(session)
  expect([response.status, response.headers.get('location')]).toEqual([303, `${DEMO}/thanks.html`])
  const { planConnections } = await shop.member(ann.token)
  expect(planConnections).toMatchObject([
    {
      planId: 'pln_pro',
      active: true,
      status: 'ACTIVE',
      type: 'SUBSCRIPTION',
      payment: { amount: 10, status: 'PAID' },
    },
  ])
  expect(await shop.charges(ann.id)).toMatchObject([{ amountMinor: 1000, status: 'PAID' }])
})

test('opening it changes nothing, and shows the order and a way back', async () => {
  const { shop, open } = await openAtCheckout({ priceId: 'prc_pro-yearly', couponId: 'HALF' })
  const before = shop.dumpDatabase()
  const { html, headers } = await open()
  expect(wordsOf(html)).toMatch(
    /Pro · Yearly Subtotal \$100\.00 Coupon HALF \(50% off\) −\$50\.00 Total due today \$50\.00/u,
  )
  expect(wordsOf(html)).toContain('Then $100.00 a year')
  expect(html).toContain(`<a href="${DEMO}/pricing.html?a=1&amp;b=2">Cancel</a>`)
  expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${DEMO};`)
  expect(shop.dumpDatabase()).toEqual(before)
})

test('a trial is free at first and shows the later price', async () => {
  const { shop, ann, session, open } = await openAtCheckout({ priceId: 'prc_trial-monthly' })
  const words = wordsOf((await open()).html)
  expect(words).toContain('Trial 14 days Total due today $0.00')
  expect(words).toContain('After that you pay $12.00 a month until you cancel.')
  await shop.pay(session)
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ status: 'TRIALING', active: true }])
  expect(await shop.charges(ann.id)).toEqual([])
})

test.for<[string, Partial<typeof GOOD_CARD>, string]>([
  ['declined', { cardNumber: '4000000000000002' }, 'Your card was declined.'],
  ['without funds', { cardNumber: '4000 0000 0000 9995' }, 'Your card has insufficient funds.'],
  ['no test card', { cardNumber: '4111 1111 1111 1111' }, 'This checkout accepts test cards only.'],
  ['missing', { cardNumber: ' ' }, 'Please enter a card number.'],
  ['over', { expiry: '10/26' }, 'This card has expired.'],
  ['with an impossible month', { expiry: '13/30' }, 'Please enter the expiry date as MM/YY'],
  ['with a short CVC', { cvc: '12' }, 'The CVC of this card has 3 digits.'],
  [
    'with the CVC of another brand',
    { cardNumber: '3782 822463 10005', cvc: '123' },
    'The CVC of this card has 4 digits.',
  ],
])('a card that is %s is refused with a message, and only the CVC is cleared', async ([, card, sentence]) => {
  const { shop, ann, session } = await openAtCheckout()
  const response = await shop.pay(session, { cvc: '987', ...card })
  const html = await response.text()
  expect(response.status).toBe(402)
  expect(html).toContain('role="alert"')
  expect(wordsOf(html)).toContain(sentence)
  expect(html).toContain(`value="${card.cardNumber ?? '4242 4242 4242 4242'}"`)
  expect(html).not.toContain('value="987"')
  expect(html.match(/aria-invalid="true"/gu)).toHaveLength(1)
  expect(await shop.charges(ann.id)).toEqual([])
  expect((await shop.member(ann.token)).planConnections).toEqual([])
  expect((await shop.pay(session)).status).toBe(303)
})

test.for(['4000 0566 5566 5556', '5555-5555-5555-4444', '378282246310005'])('the card %s pays', async (cardNumber) => {
  const { shop, session } = await openAtCheckout()
  const cvc = cardNumber.startsWith('37') ? '1234' : '123'
  expect((await shop.pay(session, { cardNumber, cvc, expiry: '11 / 26' })).status).toBe(303)
})

test.for(['11/26', '1/27', '01/2027', '0127'])('accepts the expiry %s', async (expiry) => {
  const { shop, session } = await openAtCheckout()
  expect((await shop.pay(session, { expiry })).status).toBe(303)
})

test('paying in two tabs, and again later, charges once and redirects each time', async () => {
  const { shop, ann, session, open } = await openAtCheckout()
  const answers = await Promise.all([shop.pay(session), shop.pay(session), shop.pay(session)])
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect((await shop.pay(session, { cardNumber: '4000 0000 0000 0002' })).status).toBe(303)
  expect(await shop.charges(ann.id)).toHaveLength(1)
  expect(await shop.connections(ann.id)).toHaveLength(1)
  expect((await open()).html).toContain('will not be charged again')
})

test('a 100 % coupon still uses the checkout', async () => {
  const shop = await openShop({
    app: { coupons: [{ id: 'ALL', percentOff: 100, duration: 'once', prices: [], active: true }] },
  })
  const ann = await shop.signUp()
  const session = await shop.checkout(ann.token, { priceId: 'prc_pro-lifetime', couponId: 'ALL' })
  expect((await shop.pay(session)).status).toBe(303)
  expect(await shop.charges(ann.id)).toMatchObject([{ amountMinor: 0, status: 'PAID' }])
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ active: true, type: 'ONETIME' }])
})

test('an expired checkout takes no payment and leads back', async () => {
  const { shop, ann, session, open } = await openAtCheckout()
  shop.clock.advance(CHECKOUT_LIFETIME_MINUTES * MINUTE_MS)
  expect((await open()).status).toBe(410)
  const answer = await shop.pay(session)
  expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('Nothing was charged.')])
  expect(await shop.charges(ann.id)).toEqual([])
})

test('an unknown checkout shows an error', async () => {
  const { shop } = await openAtCheckout()
  expect((await shop.request('/test/checkout?session=nonsense')).status).toBe(404)
  expect((await shop.request('/test/checkout')).status).toBe(404)
  expect((await shop.pay('nonsense')).status).toBe(404)
})

test('limits tries of cards', async () => {
  const shop = await openShop({ rateLimitFactor: 1 })
  const { token } = await shop.signUp()
  const session = await shop.checkout(token, 'prc_pro-monthly')
  const tries: number[] = []
  for (let count = 0; count < 61; count += 1) tries.push((await shop.pay(session, { cvc: '' })).status)
  expect([tries[0], tries[59], tries[60]]).toEqual([402, 402, 429])
})

test('another site cannot pay for a visitor', async () => {
  const { shop, session } = await openAtCheckout()
  const body = new URLSearchParams({ session })
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await shop.request('/test/checkout', { method: 'POST', body, headers })).status).toBe(403)
})
