import { expect, test } from 'vitest'
import { DEMO, openShop } from '../../../support/open-shop'

async function openWithPlan(priceId = 'prc_pro-monthly', couponId?: string) {
  const shop = await openShop()
  const ann = await shop.signUp()
  await shop.pay(await shop.checkout(ann.token, { priceId, ...(couponId !== undefined && { couponId }) }))
  const session = await shop.portal(ann.token)
  const open = async () => (await shop.request(`/test/portal?session=${await shop.portal(ann.token)}`)).text()
  const fieldsOf = (html: string) => ({
    sale: /name="sale" value="([^"]+)"/u.exec(html)?.[1] ?? 'none',
    seen: /name="seen" value="([^"]+)"/u.exec(html)?.[1] ?? 'none',
  })
  return {
    shop,
    ann,
    session,
    open,
    /** Presses a button on the current page, or on an older one. */
    play: async (action: string, html?: string) => {
      const fields = fieldsOf(html ?? (await open()))
      const response = await shop.submit('/test/portal', { session: await shop.portal(ann.token), action, ...fields })
      return new URL(response.headers.get('location') ?? '', DEMO).searchParams.get('result')
    },
    connection: async () => (await shop.member(ann.token)).planConnections[0],
    amounts: async () => (await shop.charges(ann.id)).map(({ amountMinor, status }) => `${status} ${amountMinor}`),
  }
}

const buttonsOf = (html: string) => [...html.matchAll(/<button [^>]*value="([^"]+)"/gu)].map(([, value]) => value)

test('opening it changes nothing and shows plan, payments and a way back', async () => {
  const { shop, session } = await openWithPlan()
  const before = shop.dumpDatabase()
  const html = await (await shop.request(`/test/portal?session=${session}`)).text()
  expect(html).toContain('Pro, Monthly')
  expect(html).toContain('$10.00')
  expect(html).toContain(`<a href="${DEMO}">Back</a>`)
  expect(buttonsOf(html)).toEqual(['cancel', 'cancel-now', 'change:prc_pro-yearly', 'renew', 'fail'])
  expect(shop.dumpDatabase()).toEqual(before)
})

test('a failed payment ends access, and a payment restores it', async () => {
  const { play, connection, amounts, open } = await openWithPlan()
  expect(await play('fail')).toBe('done')
  expect(await connection()).toMatchObject({ status: 'REQUIRES_PAYMENT', active: false, payment: { status: 'FAILED' } })
  const failed = await open()
  expect(buttonsOf(failed)).toContain('pay')
  expect(failed).not.toContain('Next payment on')
  expect(await play('pay')).toBe('done')
  expect(await connection()).toMatchObject({ status: 'ACTIVE', active: true, payment: { status: 'PAID' } })
  expect(await amounts()).toEqual(['PAID 1000', 'FAILED 1000', 'PAID 1000'])
})

test('a renewal costs the full price after a one-payment coupon', async () => {
  const { play, connection, amounts } = await openWithPlan('prc_pro-monthly', 'HALF')
  const before = (await connection())?.payment?.nextBillingDate
  expect(await play('renew')).toBe('done')
  expect(await amounts()).toEqual(['PAID 500', 'PAID 1000'])
  expect((await connection())?.payment).toMatchObject({ amount: 10, nextBillingDate: Date.UTC(2027, 0, 21, 9) })
  expect(before).toBe(Date.UTC(2026, 11, 21, 9))
})

test('a canceled plan stays until its period ends, can be kept, and ends without a charge', async () => {
  const { play, connection, amounts } = await openWithPlan()
  await play('cancel')
  expect(await connection()).toMatchObject({ active: true, payment: { cancelAtDate: Date.UTC(2026, 11, 21, 9) } })
  await play('keep')
  expect(await connection()).toMatchObject({ active: true, payment: { cancelAtDate: null } })
  await play('cancel')
  await play('renew')
  expect(await connection()).toMatchObject({ active: false, status: 'CANCELED', payment: { nextBillingDate: null } })
  expect(await amounts()).toEqual(['PAID 1000'])
})

test('a plan can be canceled at once', async () => {
  const { play, connection, open } = await openWithPlan()
  await play('cancel-now')
  expect(await connection()).toMatchObject({ active: false, status: 'CANCELED' })
  expect(buttonsOf(await open())).toEqual([])
})

test('a trial ends with its first payment', async () => {
  const { play, connection, amounts, open } = await openWithPlan('prc_trial-monthly')
  expect(buttonsOf(await open())).toEqual(['cancel', 'cancel-now', 'end-trial', 'fail'])
  await play('end-trial')
  expect(await connection()).toMatchObject({ active: true, status: 'ACTIVE' })
  expect(await amounts()).toEqual(['PAID 1200'])
})

test('another price is settled at once and applies from then on', async () => {
  const { shop, play, connection, amounts } = await openWithPlan()
  shop.clock.advance(10 * 24 * 60 * 60 * 1000)
  expect(await play('change:prc_pro-yearly')).toBe('done')
  expect((await connection())?.payment).toMatchObject({ priceId: 'prc_pro-yearly', amount: 100 })
  // Two thirds of the month are left and credited to the year.
  expect(await amounts()).toEqual(['PAID 1000', 'PAID 9333'])
})

test('an outdated or invented button does nothing', async () => {
  const { play, amounts, open, shop, session } = await openWithPlan()
  const old = await open()
  expect(await play('renew', old)).toBe('done')
  expect(await play('renew', old)).toBe('outdated')
  expect(await play('pay')).toBe('outdated')
  expect(await play('nonsense')).toBe('outdated')
  expect(await play('change:prc_team-monthly')).toBe('outdated')
  const foreign = await shop.submit('/test/portal', { session, action: 'renew', sale: 'tsub_other', seen: '1' })
  expect(foreign.headers.get('location')).toContain('result=outdated')
  expect(await amounts()).toEqual(['PAID 1000', 'PAID 1000'])
})

test('a one-time payment is listed, cannot be canceled, and can be refunded or disputed', async () => {
  const { open } = await openWithPlan('prc_pro-lifetime')
  const html = await open()
  expect(html).toContain('Paid once')
  expect(buttonsOf(html)).toEqual(['refund', 'dispute'])
})

test.each([
  ['refund', 'Refunded', 'REFUNDED', ['PAID 25000', 'PAID -25000']],
  ['dispute', 'Disputed', 'PAID', ['PAID 25000']],
])('a %s of a one-time payment ends its plan', async (action, shown, status, charges) => {
  const { play, open, connection, amounts } = await openWithPlan('prc_pro-lifetime')
  expect(await play(action)).toBe('done')
  const html = await open()
  expect(html).toContain(shown)
  expect(buttonsOf(html)).toEqual([])
  expect(await connection()).toMatchObject({ status: 'CANCELED', active: false, payment: { status } })
  expect(await amounts()).toEqual(charges)
})

test('its URL is valid for an hour, and only its digest is stored', async () => {
  const { shop, session } = await openWithPlan()
  expect(JSON.stringify(shop.dumpDatabase())).not.toContain(session)
  shop.clock.advance(60 * 60_000)
  expect((await shop.request(`/test/portal?session=${session}`)).status).toBe(410)
  expect((await shop.request('/test/portal?session=x')).status).toBe(410)
})

test('has nothing for members without a purchase', async () => {
  const shop = await openShop()
  const { token } = await shop.signUp()
  const answer = await shop.call('createBillingPortalSession', {}, shop.as(token))
  expect(answer.body.code).toBe('no-purchase-found')
})
