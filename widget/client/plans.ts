import type { Member, MembershipClient, PurchaseParams } from '../public'
import { refreshMember } from '../stores/identity'
import { announceAuthChange } from '../stores/auth-change'
import { tellInspector } from '../stores/inspection'
import { attempt } from '../lib/attempt'
import type { ClientContext } from './context'
import { conversion } from './conversion'
import { hereOf } from './here'
import { isCurrent, tokenOf } from './member'

type PlanMethods = Pick<
  MembershipClient,
  'addPlan' | 'removePlan' | 'purchasePlansWithCheckout' | 'updatePrice' | 'launchStripeCustomerPortal'
>

/** What a member joins, buys and pays for. */
export function planMethods(context: ClientContext): PlanMethods {
  const { call, window } = context
  const absolute = (address: string): string => attempt(() => new URL(address, window.location.href).href) ?? address
  const page = window.location
  const here = (): string => hereOf(page)
  /** Nothing for an address that was not given: the server has its own idea of it. */
  const urls = (given: Record<string, string | undefined>): Record<string, string> =>
    Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, absolute(value)]] : [])))
  const toOrder = ({ priceId, couponId, metadataForCheckout, successUrl, cancelUrl }: PurchaseParams) => ({
    priceId,
    ...(couponId && { couponId }),
    ...(metadataForCheckout && { metadataForCheckout }),
    ...urls({ success_url: successUrl, cancel_url: cancelUrl ?? here(), origin_url: here() }),
    ...conversion(context),
  })
  const go = (url: string | null, autoRedirect: boolean | undefined): void =>
    url === null || autoRedirect === false ? undefined : leaveFor(page, url)
  return {
    async addPlan(params, options) {
      const token = tokenOf(options)
      const answer = await call('addPlan', { ...params }, { ...options, token })
      changed(token, answer.data.member)
      return answer
    },
    async removePlan(params, options) {
      const token = tokenOf(options)
      const answer = await call('removePlan', { ...params }, { ...options, token })
      changed(token, answer.data.member)
      return answer
    },
    async purchasePlansWithCheckout(params, options) {
      const answer = await call('createCheckoutSession', toOrder({ ...params }), options)
      go(answer.data.url, params.autoRedirect)
      return answer
    },
    async updatePrice(params, options) {
      const token = tokenOf(options)
      const answer = await call('updatePrice', toOrder({ ...params }), { ...options, token })
      if (answer.data.url === null) changed(token, answer.data.member)
      go(answer.data.url, params.autoRedirect)
      return answer
    },
    async launchStripeCustomerPortal(params = {}, options) {
      const { priceIds = [], configuration, returnUrl = here(), autoRedirect } = params
      const answer = await call(
        'createBillingPortalSession',
        {
          priceIds,
          ...(configuration && { configuration }),
          ...urls({ return_url: returnUrl, origin_url: here() }),
        },
        options,
      )
      go(answer.data.url, autoRedirect)
      return answer
    },
  }
}

/** The published client tells its observers of joined and left plans, too. */
function changed(token: string | undefined, member: Member): void {
  if (!isCurrent(token)) return
  refreshMember(member)
  announceAuthChange(member)
}

function leaveFor(page: Location, url: string): void {
  tellInspector({ kind: 'redirect', to: url })
  page.assign(url)
}
