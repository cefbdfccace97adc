import { toMember } from '../plans/serializers'
import { ApiError } from '../../lib/errors'
import { readMemberPlans } from '../plans/connections'
import type { Handlers } from '../../ports/handler'
import { beginPurchase } from './checkout'
import { changePrice, openPortal } from './subscriptions'

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

  /** Returns the URL of the customer portal. @throws ApiError as `openPortal` */
  async createBillingPortalSession(services, request, input) {
    return { data: { url: await openPortal(services, request, input) } }
  },
} satisfies Partial<Handlers>
