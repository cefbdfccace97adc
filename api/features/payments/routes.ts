import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import type { AppDefinition, OwnerScope } from '../apps/definition'
import type { Handlers } from '../members/context'
import { findMemberById } from '../members/repository'
import { listPlanConnections, readMemberPlans } from '../plans/repository'
import { toMember } from '../plans/serializers'
import {
  beginPurchase,
  checkReturnUrls,
  findCustomer,
  findOffer,
  toOrderedPrice,
  changePrice,
  isSubscription,
} from './checkout'
import type { PaidConnection } from './grant'
import { type OrderedPrice, type Payments, paymentsOf, requirePayments } from './provider'
import { beginPurchaseRead, findPurchase } from './repository'

export const paymentHandlers = {
  /** Returns the URL of a checkout. @throws ApiError as `beginPurchase` */
  async createCheckoutSession(services, request, input) {
    return { data: { url: await beginPurchase(services, request, input) } }
  },

  /** Switches the member's price, or begins a purchase if the change needs one. @throws ApiError as `changePrice` */
  async updatePrice(services, request, input) {
    const change = await changePrice(services, request, input)
    const member = await findMemberById(services.store, request.member.id)
    if (!member) throw new ApiError('client/invalid-token')
    return {
      data: { member: toMember(request.app, member, await readMemberPlans(services.store, member.id)), ...change },
    }
  },

  /**
   * Returns the URL of the customer portal.
   * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `no-purchase-found`,
   *   `purchase-of-earlier-account`, `price-no-longer-available`, `plan-restricted-to-admin`, `invalid-field-value`, `required-field-missing`,
   *   `too-many-requests`
   */
  async createBillingPortalSession(services, request, input) {
    const { app, mode, member } = request
    const running = (await listPlanConnections(services.store, member.id)).filter((one) => isSubscription(app, one))
    const payments = await findAccount(services, { appId: app.id, mode }, running)
    const page = checkReturnUrls(request, input)
    const customerId = findCustomer(payments, member)
    if (customerId === null) throw new ApiError('no-purchase-found')
    await services.rateLimiter.take('billingPortalsPerAccount', member.id)
    const named = input.priceIds ?? []
    const prices = named.length > 0 ? named.map((id) => toOrderedPrice(app, findOffer(app, id))) : null
    const { url } = await payments.createPortal({
      customerId,
      appName: app.name,
      returnUrl: input.return_url ?? page,
      prices: prices ?? switchablePrices(app, running),
      configuration: input.configuration ?? {},
    })
    // The portal may send no event: the member’s return reads the purchase again, or else the worker does.
    for (const { purchase } of running) await beginPurchaseRead(services.store, purchase.id)
    return { data: { url } }
  },
} satisfies Partial<Handlers>

/**
 * The account of the newest subscription that can still be reached; without subscriptions, the one that sells now.
 * @throws ApiError `payments-not-configured`, `purchase-of-earlier-account`
 */
async function findAccount(
  { store, payments }: Pick<Services, 'store' | 'payments'>,
  scope: OwnerScope,
  running: readonly PaidConnection[],
): Promise<Payments> {
  if (running.length === 0) return requirePayments(payments, scope)
  for (const { purchase } of running.toReversed()) {
    const sold = await findPurchase(store, purchase.id)
    const account = sold && (await paymentsOf(payments, sold))
    if (account) return account
  }
  throw new ApiError('purchase-of-earlier-account')
}

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
