import { Stripe } from 'stripe'
import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcileWorker } from '../../api/features/payments/reconcile'
import { openStripeShop } from '../support/open-stripe-shop'
import type { Fault } from '../support/fake-stripe'

const MINUTE_MS = 60_000
const STEP_MINUTES = 10
const AWAY_MINUTES = 60
const SITE = 'http://localhost:4002'

const faults: Record<string, Fault> = {
  'answers nothing but errors': { status: 503, body: { error: { type: 'api_error', message: 'no' } } },
  'does what it is told, and its answer is lost': 'lost answer',
}

// The SDK repeats a failed request after up to two seconds. It repeats as often here, at once.
beforeEach(() => {
  vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0)
  vi.spyOn(Stripe.prototype, 'getMaxNetworkRetryDelay').mockReturnValue(0)
})

type Shop = Awaited<ReturnType<typeof openStripeShop>>

/** A paid and granted plan, an open checkout, and the worker that checks both. */
async function open() {
  const shop = await openStripeShop()
  shop.play.pay(await shop.begin('prc_trial-monthly'))
  await shop.deliver(shop.event('checkout.session.completed'))
  const session = await shop.begin('prc_pro-monthly')
  return { shop, session, worker: createReconcileWorker(shop.api.services) }
}

const order = { priceId: 'prc_team-monthly', success_url: `${SITE}/thanks.html`, cancel_url: `${SITE}/pricing.html` }
const tryCheckout = ({ api, how }: Shop) => api.call('createCheckoutSession', order, how)

/** The member's plans in the API response. */
async function plansOf({ api, how }: Shop): Promise<[string, string][]> {
  const { data } = await api.call('getMember', {}, how)
  return (data?.planConnections ?? []).map(({ planId, status }): [string, string] => [planId, status])
}

/** An hour of the outage: calls during it, and their responses. */
async function liveThrough({ shop, session, worker }: Awaited<ReturnType<typeof open>>, fault: Fault) {
  const refused: string[] = []
  const seen: [string, string][][] = []
  let asked = 0
  shop.failWith(() => ((asked += 1), fault))
  for (let minute = 0; minute < AWAY_MINUTES; minute += STEP_MINUTES) {
    // The checkout page, another part of Stripe, still works.
    if (minute === STEP_MINUTES) shop.play.pay(session)
    if (minute >= STEP_MINUTES) {
      const answer = await shop.deliver(shop.event('checkout.session.completed'))
      refused.push(`event ${answer.status}`)
    }
    const { status, body } = await tryCheckout(shop)
    refused.push(`checkout ${status} ${body.code}`)
    seen.push(await plansOf(shop))
    await worker.look()
    shop.api.clock.advance(STEP_MINUTES * MINUTE_MS)
  }
  return { refused: new Set(refused), seen, asked }
}

const chargesOf = ({ memory }: Shop) => memory.all('subscription').map(({ metadata }) => JSON.stringify(metadata))

test.each(Object.entries(faults))(
  'while Stripe %s for an hour, members keep their plans and orders get a clear error; afterwards paid purchases are granted once',
  async (_, fault) => {
    const opened = await open()
    const { shop, worker } = opened
    const { refused, seen, asked } = await liveThrough(opened, fault)
    expect(refused).toEqual(new Set(['event 503', 'checkout 503 payment-provider-unavailable']))
    expect(asked).toBeGreaterThan(AWAY_MINUTES / STEP_MINUTES)
    for (const plans of seen) expect(plans).toEqual([['pln_trial', 'TRIALING']])

    shop.failWith(() => null)
    // Stripe sends the refused events again, and twice; the newest first.
    for (const event of [...shop.events, ...shop.events].toReversed())
      expect((await shop.deliver(event)).status).toBe(200)
    expect(await plansOf(shop)).toContainEqual(['pln_pro', 'ACTIVE'])
    const again = await tryCheckout(shop)
    expect(again.status).toBe(200)
    shop.play.pay(again.data.url.slice(again.data.url.lastIndexOf('/') + 1))
    await worker.look()
    expect((await plansOf(shop)).map(([plan]) => plan).toSorted()).toEqual(['pln_pro', 'pln_team', 'pln_trial'])
    // One subscription for each of the three, despite all lost attempts.
    expect(new Set(chargesOf(shop)).size).toBe(3)
    expect(chargesOf(shop)).toHaveLength(3)
    expect((await shop.purchases()).filter(({ status }) => status === 'PAID')).toHaveLength(3)
  },
)

test('purchases paid in that hour are granted by polling, although no event arrives', async () => {
  const opened = await open()
  const { shop, worker } = opened
  const { asked } = await liveThrough(opened, faults['answers nothing but errors']!)
  expect(asked).toBeGreaterThan(0)
  shop.failWith(() => null)
  shop.api.clock.advance(STEP_MINUTES * MINUTE_MS)
  await worker.look()
  expect((await shop.connections()).map(({ planId, status }) => [planId, status])).toContainEqual(['pln_pro', 'ACTIVE'])
})
