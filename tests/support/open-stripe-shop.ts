import { onTestFinished } from 'vitest'
import { startTestApi } from './start-api'
import type { TestApiOptions } from './start-api'
import { signed, startFakeStripe } from './fake-stripe'

export const WEBHOOK_SECRET = 'whsec_of_the_fake'
const SITE = 'http://localhost:4002'

/** The real API connected to the fake Stripe server in Test Mode, with a logged-in member. */
export async function openStripeShop(options: TestApiOptions = {}) {
  let now = () => Date.now()
  const stripe = await startFakeStripe({ now: () => now() })
  const api = await startTestApi({
    ...options,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_fake',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
      ...options.env,
    },
  })
  onTestFinished(() => api.close())
  now = api.clock.now
  const signup = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const { tokens, member } = signup.data
  const how = { token: tokens.accessToken, origin: SITE }

  async function begin(priceId = 'prc_pro-monthly', more: { couponId?: string } = {}): Promise<string> {
    const order = { priceId, ...more, success_url: `${SITE}/thanks.html`, cancel_url: `${SITE}/pricing.html` }
    const { url } = (await api.call('createCheckoutSession', order, how)).data
    return url.slice(url.lastIndexOf('/') + 1)
  }

  function deliver(event: object, secret = WEBHOOK_SECRET, at = now()): Promise<Response> {
    const { body, headers } = signed(event, secret, at)
    return api.request('/webhooks/stripe', { method: 'POST', body, headers })
  }

  return {
    ...stripe,
    api,
    how,
    memberId: member.id,
    begin,
    deliver,
    /** Stored connections, without a request to Stripe. */
    connections: () => api.store.planConnections.listByMember(member.id),
    purchases: () => api.store.purchases.listByMember(member.id),
    /** The newest event of a type. */
    event: (type: string) => {
      const found = stripe.events.findLast((event) => event.type === type)
      if (!found) throw new Error(`There is no event ${type}.`)
      return found
    },
  }
}
