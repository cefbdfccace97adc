import { toMember } from '../plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../plans/connections'
import type { Handlers } from '../../ports/handler'
import type { AppDefinition } from '../apps/definition'
import { beginPurchase, checkReturnUrls, findCustomer, findOffer, toOrderedPrice } from './checkout'
import type { PaidConnection } from './grant'
import { requirePayments } from './provider'
import type { OrderedPrice } from './provider'
import { changePrice, isSubscription } from './subscriptions'

/** Endpoints of paid plans. */
export const paymentHandlers = {
  /** Returns the URL of a checkout. @throws ApiError as `beginPurchase` */
  async createCheckoutSession(services, request, input) {
    return { data: { url: await beginPurchase(services, request, input) } }
  },

  /** Changes the price that the member pays, or begins a purchase where that needs one. @throws ApiError as `changePrice` */
  async updatePrice(services, request, input) {
    const change = await changePrice(services, request, input)
    const member = await services.store.members.findById(request.member.id)
    if (!member) throw new ApiError('client/invalid-token')
    return {
      data: { member: toMember(request.app, member, await readMemberPlans(services.store, member.id)), ...change },
    }
  },

  /**
   * Returns the URL of the customer portal.
   * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `no-purchase-found`,
   *   `price-no-longer-available`, `plan-restricted-to-admin`, `invalid-field-value`, `required-field-missing`,
   *   `too-many-requests`
   */
  async createBillingPortalSession(services, request, input) {
    const { app, mode, member } = request
    const payments = requirePayments(services.payments, mode)
    const page = checkReturnUrls(request, input)
    const customerId = findCustomer(payments, member)
    if (customerId === null) throw new ApiError('no-purchase-found')
    await services.rateLimiter.take('billingPortalsPerAccount', member.id)
    const named = input.priceIds ?? []
    const prices = named.length > 0 ? named.map((id) => toOrderedPrice(app, findOffer(app, id))) : null
    const connections = await services.store.planConnections.listByMember(member.id)
    const running = connections.filter((connection) => isSubscription(app, connection))
    const { url } = await payments.createPortal({
      customerId,
      appName: app.name,
      returnUrl: input.return_url ?? page,
      prices: prices ?? switchablePrices(app, running),
      configuration: input.configuration ?? {},
    })
    // No event may tell of changes made there: a read is owed from now on, and done when the member comes back.
    for (const { purchase } of running) await services.store.purchases.beginRead(purchase.id)
    return { data: { url } }
  },
} satisfies Partial<Handlers>

/** The recurring prices of the plans that the member pays for. */
function switchablePrices(app: AppDefinition, running: readonly PaidConnection[]): OrderedPrice[] {
  const plans = new Set(running.map(({ planId }) => planId))
  return app.plans
    .filter(({ id, active }) => active && plans.has(id))
    .flatMap((plan) =>
      plan.prices
        .filter(({ active, interval }) => active && interval)
        .map((price) => toOrderedPrice(app, { plan, price })),
    )
}
