import { onTestFinished } from 'vitest'
import { startTestApi } from './start-api'
import type { TestApiOptions } from './start-api'
import { signed, startStripeStandIn } from './stripe-stand-in'

export const WEBHOOK_SECRET = 'whsec_of_the_stand_in'
const SITE = 'http://localhost:4002'

/** The real API with a Stripe key for Test Mode, which leads to the stand-in; and a member who is logged in. */
export async function openStripeShop(options: TestApiOptions = {}) {
  let now = () => Date.now()
  const standIn = await startStripeStandIn({ now: () => now() })
  const api = await startTestApi({
    ...options,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: standIn.url,
      ...options.env,
    },
  })
  onTestFinished(() => api.close())
  now = api.clock.now
  const signup = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const { tokens, member } = signup.data
  const how = { token: tokens.accessToken, origin: SITE }

  /** Opens a checkout as the page does. */
  async function begin(priceId = 'prc_pro-monthly', more: { couponId?: string } = {}): Promise<string> {
    const order = { priceId, ...more, success_url: `${SITE}/thanks.html`, cancel_url: `${SITE}/pricing.html` }
    const { url } = (await api.call('createCheckoutSession', order, how)).data
    return url.slice(url.lastIndexOf('/') + 1)
  }

  /** Sends an event as Stripe does. */
  function deliver(event: object, secret = WEBHOOK_SECRET, at = now()): Promise<Response> {
    const { body, headers } = signed(event, secret, at)
    return api.request('/webhooks/stripe', { method: 'POST', body, headers })
  }

  return {
    ...standIn,
    api,
    how,
    memberId: member.id,
    begin,
    deliver,
    /** Connections as they are written, without asking Stripe. */
    connections: () => api.store.planConnections.listByMember(member.id),
    purchases: () => api.store.purchases.listByMember(member.id),
    /** The newest event of a type. */
    event: (type: string) => {
      const found = standIn.events.findLast((event) => event.type === type)
      if (!found) throw new Error(`There is no event ${type}.`)
      return found
    },
  }
}
