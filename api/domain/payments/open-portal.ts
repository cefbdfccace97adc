import type { Input } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { OrderedPrice } from '../../ports/payments'
import type { Services } from '../../ports/services'
import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import { findCustomer } from './ensure-customer'
import { findOffer, toOrderedPrice } from './find-offer'
import { isSubscription } from './find-subscription'
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
  const { url } = await payments.createPortal({
    customerId,
    appName: app.name,
    returnUrl: input.return_url ?? page,
    prices: prices ?? (await pricesAtHand(services, app, member.id)),
    configuration: input.configuration ?? {},
  })
  return url
}

/** What can be changed to within the plans that the member has. */
async function pricesAtHand(
  { store }: Pick<Services, 'store'>,
  app: AppDefinition,
  memberId: string,
): Promise<OrderedPrice[]> {
  const connections = await store.planConnections.listByMember(memberId)
  const plans = new Set(connections.filter((connection) => isSubscription(app, connection)).map(({ planId }) => planId))
  return app.plans
    .filter(({ id, active }) => active && plans.has(id))
    .flatMap((plan) =>
      plan.prices
        .filter(({ active, interval }) => active && interval)
        .map((price) => toOrderedPrice(app, { plan, price })),
    )
}
