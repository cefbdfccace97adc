import { tryOrUndefined } from '../lib/errors'
import type { Member, MembershipClient, PurchaseParams } from '../public'
import type { TokenOption } from '../public/answered'
import { announceAuthChange, currentToken, isCurrent, refreshMember } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import type { CallOptions } from '../transport/call'
import { type ClientContext, conversion, forwardCall, returnUrlOf } from './context'
import { readCurrentMember, tokenOf } from './member'

type PlanMethods = Pick<
  MembershipClient,
  'addPlan' | 'removePlan' | 'purchasePlansWithCheckout' | 'updatePrice' | 'launchStripeCustomerPortal'
>

export function planMethods(context: ClientContext): PlanMethods {
  const { call, window } = context
  const { location } = window
  const here = (): string => returnUrlOf(location)
  const toOrder = ({ priceId, couponId, metadataForCheckout, successUrl, cancelUrl }: PurchaseParams) => ({
    priceId,
    ...(couponId && { couponId }),
    ...(metadataForCheckout && { metadataForCheckout }),
    ...absoluteUrls(location, { success_url: successUrl, cancel_url: cancelUrl ?? here(), origin_url: here() }),
    ...conversion(context),
  })
  const go = (url: string | null, autoRedirect: boolean | undefined): void =>
    url === null || autoRedirect === false ? undefined : leaveFor(location, url)
  return {
    addPlan: (params, options) => withChange(options, (sent) => call('addPlan', { ...params }, sent)),
    removePlan: (params, options) => withChange(options, (sent) => call('removePlan', { ...params }, sent)),
    async purchasePlansWithCheckout(params, options) {
      const answer = await call('createCheckoutSession', toOrder({ ...params }), options)
      go(answer.data.url, params.autoRedirect)
      return answer
    },
    async updatePrice(params, options) {
      const token = tokenOf(options)
      const answer = await call('updatePrice', toOrder({ ...params }), { ...options, token })
      if (answer.data.url === null) applyPlanChange(token, answer.data.member)
      go(answer.data.url, params.autoRedirect)
      return answer
    },
    async launchStripeCustomerPortal(params = {}, options) {
      const { priceIds = [], configuration, returnUrl = here(), autoRedirect } = params
      const urls = absoluteUrls(location, { return_url: returnUrl, origin_url: here() })
      const answer = await call(
        'createBillingPortalSession',
        { priceIds, ...(configuration && { configuration }), ...urls },
        options,
      )
      go(answer.data.url, autoRedirect)
      return answer
    },
  }
}

/** Omits missing URLs: the server has defaults. */
function absoluteUrls(location: Location, urls: Record<string, string | undefined>): Record<string, string> {
  const absolute = (url: string): string => tryOrUndefined(() => new URL(url, location.href).href) ?? url
  return Object.fromEntries(Object.entries(urls).flatMap(([name, url]) => (url ? [[name, absolute(url)]] : [])))
}

/** Calls for one member, and shows their new plans if they are still logged in. */
async function withChange<A extends { data: { member: Member } }>(
  options: TokenOption | undefined,
  send: (options: CallOptions) => Promise<A>,
): Promise<A> {
  const token = tokenOf(options)
  const answer = await send({ ...options, token })
  applyPlanChange(token, answer.data.member)
  return answer
}

/** Like the published client, calls onAuthChange for joined and left plans. */
function applyPlanChange(token: string | undefined, member: Member): void {
  if (!isCurrent(token)) return
  refreshMember(member)
  announceAuthChange(member)
}

function leaveFor(location: Location, url: string): void {
  emitInspection({ kind: 'redirect', to: url })
  location.assign(url)
}

type TeamMethods = Pick<
  MembershipClient,
  'getInvitation' | 'joinTeam' | 'getTeam' | 'removeMemberFromTeam' | 'generateInviteToken'
>

export function teamMethods(context: ClientContext): TeamMethods {
  const forward = forwardCall(context.call)
  /** The member's access changes with their teams. */
  const thenReadMember = async <A>(answer: A): Promise<A> => {
    if (currentToken()) await readCurrentMember(context).catch(() => {})
    return answer
  }
  return {
    getInvitation: forward('getInvitation'),
    joinTeam: async (params, options) => thenReadMember(await forward('joinTeam')(params, options)),
    getTeam: forward('getTeam'),
    removeMemberFromTeam: async (params, options) =>
      thenReadMember(await forward('removeMemberFromTeam')(params, options)),
    generateInviteToken: forward('generateInviteToken'),
  }
}
