import { describe, expect, it } from 'vitest'
import { refundRule } from '../../../../contract/refund-rule'
import { openShop, sessionOf } from '../../../support/open-shop'
import { openTagShop, RETURN_URLS } from '../../../support/open-tag-shop'

const DAY_MS = 86_400_000

describe('the packages', () => {
  it('are the five of the specification, with their prices and the guarantee', async () => {
    const shop = await openTagShop()
    const { data } = await shop.call('listPackages', {}, shop.as())
    expect(data.packages.map(({ name, price, tags }) => [name, price, tags])).toEqual([
      ['Single TrustTag', 7, 1],
      ['3 TrustTags', 18, 3],
      ['5 TrustTags', 32, 5],
      ['10+ TrustTags', 'Custom', '10+'],
      ['Business Package', 'Custom', 'Unlimited'],
    ])
    expect(data.packages.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['three'])
    expect(data.refundRule).toBe(refundRule)
  })

  it('are not sold by an app without TrustTags', async () => {
    const shop = await openShop()
    const ann = await shop.signUp()
    const answers = [
      await shop.call('listPackages', {}, shop.as()),
      await shop.call('createTagPurchase', { packageId: 'three', ...RETURN_URLS }, shop.as(ann.token)),
      await shop.call('listTagPurchases', {}, shop.as(ann.token)),
      await shop.call('refundTagPurchase', { purchaseId: 'pur_1' }, shop.as(ann.token)),
      await shop.call('claimFreeTag', {}, shop.as(ann.token)),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not-found'])
  })
})

describe('a purchase', () => {
  it('is recorded, opens a checkout that names it, and once paid gives its credits and a receipt', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const { data } = await shop.order(ann.token)
    const open = {
      userEmail: 'ann@example.com',
      packageType: 'three',
      numberOfTags: 3,
      totalAmount: 18,
      currency: 'USD',
      selectedSkills: [],
      status: 'open',
      paidAt: null,
      refundedAmount: 0,
      refundableUntil: null,
      unusedTags: 0,
    }
    expect(data.purchase).toMatchObject(open)
    const checkout = await (await shop.request(new URL(data.url).pathname + new URL(data.url).search)).text()
    expect(checkout).toContain('3 TrustTags')
    expect(checkout).toContain('$18.00')

    const paid = await shop.pay(sessionOf(data.url))
    expect(paid.headers.get('location')).toBe(RETURN_URLS.success_url)
    const paidAt = new Date(shop.clock.now()).toISOString()
    const { purchases, credits } = await shop.list(ann.token)
    const until = new Date(shop.clock.now() + 30 * DAY_MS).toISOString()
    expect(purchases).toEqual([{ ...data.purchase, status: 'paid', paidAt, refundableUntil: until, unusedTags: 3 }])
    expect(credits).toEqual({ available: 3, spent: 0, refunded: 0, revoked: 0 })
    const mail = await shop.mailTo('ann@example.com')
    expect(mail?.subject).toContain('3 TrustTags')
    for (const part of ['$18.00', 'November 21, 2026', data.purchase.id, refundRule]) expect(mail?.text).toContain(part)
  })

  it('gives nothing before it is paid', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    await shop.order(ann.token)
    expect((await shop.list(ann.token)).credits.available).toBe(0)
    shop.clock.advance(DAY_MS)
    expect(await shop.list(ann.token)).toMatchObject({ purchases: [{ status: 'expired' }], credits: { available: 0 } })
  })

  it('of the same package can be repeated, and ends an open checkout', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    await shop.buy(ann.token, 'single')
    const left = (await shop.order(ann.token, { packageId: 'five' })).data
    await shop.buy(ann.token, 'single')
    const late = await shop.pay(sessionOf(left.url))
    expect(late.status).not.toBe(303)
    const { purchases, credits } = await shop.list(ann.token)
    expect(purchases.map(({ status }) => status).toSorted()).toEqual(['expired', 'paid', 'paid'])
    expect(credits.available).toBe(2)
    expect((await shop.charges(ann.id)).map(({ amountMinor }) => amountMinor)).toEqual([700, 700])
  })

  it('is granted once, however often it is read in parallel', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const { url } = (await shop.order(ann.token)).data
    await shop.services.payments.testPages.pay(sessionOf(url))
    await Promise.all(Array.from({ length: 8 }, () => shop.list(ann.token)))
    expect((await shop.list(ann.token)).credits.available).toBe(3)
    await shop.outbox.drain()
    expect(await shop.store.mailbox.list('ann@example.com')).toHaveLength(1)
  })

  it('names the skills of the selected assessments', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const ids = [(await shop.attempt(ann.id)).id, (await shop.attempt(ann.id, { skill: 'Baker' })).id]
    const { purchase } = (await shop.order(ann.token, { attemptIds: [...ids, ids[0]!] })).data
    expect(purchase.selectedSkills).toEqual(['Cook', 'Baker'])
  })
})

describe('a purchase is refused', () => {
  it('for a package with a negotiated price, and for an unknown one', async () => {
    const shop = await openTagShop()
    const { token } = await shop.signUp()
    for (const packageId of ['ten-plus', 'business'])
      expect((await shop.order(token, { packageId })).body.code).toBe('package-not-for-sale')
    expect((await shop.order(token, { packageId: 'constructor' })).body.code).toBe('package-not-found')
  })

  it('for visitors, and with a redirect to another site', async () => {
    const shop = await openTagShop()
    const { token } = await shop.signUp()
    const asked = await shop.call('createTagPurchase', { packageId: 'three', ...RETURN_URLS }, shop.as())
    expect(asked.body.code).toBe('login-required')
    for (const urls of [{ success_url: 'https://elsewhere.example/' }, { cancel_url: 'https://elsewhere.example/' }])
      expect((await shop.order(token, urls)).body.code).toBe('invalid-field-value')
  })

  it('for assessments of others, failed ones, issued ones, or more than the package contains', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const ben = await shop.signUp('ben@example.com')
    const failed = { score: 60, passed: false, topics: [], sets: [60], second: null }
    const code = async (attemptIds: string[]) =>
      (await shop.order(ann.token, { packageId: 'single', attemptIds })).body.code
    expect(await code(['att_unknown'])).toBe('attempt-not-found')
    expect(await code([(await shop.attempt(ben.id)).id])).toBe('attempt-not-found')
    expect(await code([(await shop.attempt(ann.id, { result: failed })).id])).toBe('attempt-not-passed')
    expect(await code([(await shop.attempt(ann.id, { status: 'OPEN', result: null })).id])).toBe('attempt-not-passed')
    await shop.buy(ann.token, 'single')
    expect(await code([(await shop.issue(ann.id)).attemptId])).toBe('tag-already-issued')
    expect(await code([(await shop.attempt(ann.id)).id, (await shop.attempt(ann.id)).id])).toBe('invalid-field-value')
    expect((await shop.list(ann.token)).purchases).toHaveLength(1)
  })

  it('in live mode without a payment provider', async () => {
    const shop = await openTagShop()
    const app = { app: 'app_shop', key: 'pk_shop', origin: 'http://live.localhost:4002' }
    const { data } = await shop.call('signup', { email: 'ann@example.com', password: 'correct horse' }, app)
    const urls = { success_url: `${app.origin}/thanks`, cancel_url: `${app.origin}/checkout` }
    const answer = await shop.call(
      'createTagPurchase',
      { packageId: 'three', ...urls },
      { ...app, token: data.tokens.accessToken },
    )
    expect([answer.status, answer.body.code]).toEqual([503, 'payments-not-configured'])
  })

  it('above the limit of the account', async () => {
    const shop = await openTagShop({ rateLimitFactor: 1 })
    const { token } = await shop.signUp()
    for (let i = 0; i < 30; i += 1) expect((await shop.order(token)).status).toBe(200)
    expect((await shop.order(token)).body.code).toBe('too-many-requests')
  })
})
