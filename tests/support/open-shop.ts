import { onTestFinished } from 'vitest'
import type { AppDefinition } from '../../api/features/apps/definition'
import type { Call } from '../../contract/schemas'
import { startTestApi } from './start-api'
import type { TestApiOptions } from './start-api'

export const DEMO = 'http://localhost:4002'
export const GOOD_CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }

type Begin = Call<'createCheckoutSession'>

export async function openShop(options: TestApiOptions & { app?: Partial<AppDefinition> } = {}) {
  const api = await startTestApi(options)
  onTestFinished(() => api.close())
  const app = options.app ? await addApp(api, options.app) : 'app_demo'
  const submit = (path: string, fields: Record<string, string>) =>
    api.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' },
    })
  const call = (token?: string) => ({ app, origin: DEMO, ...(token !== undefined && { token }) })
  const member = async (token: string) => (await api.call('getMember', {}, call(token))).data!
  return {
    ...api,
    submit,
    member,
    as: call,
    async signUp(email = 'ann@example.com') {
      const { data } = await api.call('signup', { email, password: 'correct horse' }, call())
      return { token: data.tokens.accessToken, id: data.member.id }
    },
    begin: (token: string, input: Begin) => api.call('createCheckoutSession', input, call(token)),
    /** Starts a checkout. @returns its session */
    async checkout(token: string, input: Begin | string): Promise<string> {
      const order = typeof input === 'string' ? { priceId: input } : input
      return sessionOf((await api.call('createCheckoutSession', order, call(token))).data.url)
    },
    pay: (session: string, card: Partial<typeof GOOD_CARD> = {}) =>
      submit('/test/checkout', { session, ...GOOD_CARD, ...card }),
    change: (token: string, priceId: string) => api.call('updatePrice', { priceId }, call(token)),
    /** Opens the portal. @returns its session */
    async portal(token: string): Promise<string> {
      return sessionOf((await api.call('createBillingPortalSession', {}, call(token))).data.url)
    },
    /** All charges to a member, oldest first. */
    async charges(memberId: string) {
      const { stripeCustomerId } = (await api.store.members.findById(memberId))!
      const charges = await api.store.testPayments.listCharges(stripeCustomerId ?? 'none')
      return charges.toReversed()
    },
    async connections(memberId: string) {
      return api.store.planConnections.listByMember(memberId)
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export const sessionOf = (url: string): string => new URL(url).searchParams.get('session') ?? 'no session'

/** A second app, like the demo app except for the changes. */
async function addApp({ store }: Awaited<ReturnType<typeof startTestApi>>, changes: Partial<AppDefinition>) {
  const demo = (await store.apps.findById('app_demo'))!
  const app = { ...demo, id: 'app_shop', keys: { test: 'pk_sb_shop', live: 'pk_shop' }, ...changes }
  await store.apps.insert(app)
  return app.id
}
