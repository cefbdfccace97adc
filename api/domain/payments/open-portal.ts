import type { Input } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { OrderedPrice } from '../../ports/payments'
import type { Services } from '../../ports/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { findCustomer } from './ensure-customer'
import { findOffer, toOrderedPrice } from './find-offer'
import { isSubscription } from './find-subscription'
import type { PaidConnection } from './is-running'
import { requirePayments } from './require-payments'
import { checkReturnUrls } from './return-urls'

/**
 * Opens the page where a member looks after what they pay for.
 * @returns its address
 * @throws ApiError `payments-not-configured`, `payment-provider-unavailable`, `no-purchase-found`,
 *   `price-no-longer-available`, `plan-restricted-to-admin`, `invalid-field-value`, `required-field-missing`,
 *   `too-many-requests`
 */
export async function openPortal(
  services: Pick<Services, 'store' | 'payments' | 'rateLimiter'>,
  request: RequestFor<'createBillingPortalSession'>,
  input: Input<'createBillingPortalSession'>,
): Promise<string> {
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
    prices: prices ?? pricesAtHand(app, running),
    configuration: input.configuration ?? {},
  })
  // What is changed there nobody has to tell us: a look at it is owed from now on, and taken when the member comes back.
  for (const { purchase } of running) await services.store.purchases.beginRead(purchase.id)
  return url
}

/** What can be changed to within the plans that the member has. */
function pricesAtHand(app: AppDefinition, running: readonly PaidConnection[]): OrderedPrice[] {
  const plans = new Set(running.map(({ planId }) => planId))
  return app.plans
    .filter(({ id, active }) => active && plans.has(id))
    .flatMap((plan) =>
      plan.prices
        .filter(({ active, interval }) => active && interval)
        .map((price) => toOrderedPrice(app, { plan, price })),
    )
}
