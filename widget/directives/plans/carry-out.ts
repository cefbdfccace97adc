import { isRecord } from '../../lib/values'
import type { Answered, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'
import type { Choice } from './choice'

/** What the carrying out of a choice led to. */
export interface Outcome {
  /** The page is being left for a checkout. */
  leaves?: boolean
  /** Something went wrong and was said: following a redirect would take it from the screen. */
  stays?: boolean
  /** A sentence for the person, where there is one. */
  message?: string | undefined
  /** Where the server says to go. */
  redirect?: string | null | undefined
}

/** What a change answers; `url` for one that has to be paid first. */
type Changed = Answered<{ redirect?: string | null; url?: string | null }>

/** What one of several plans is refused with while the others are still to be had. */
const PASSED_OVER = /^(already-have-plan|no-plan-found|plan-not-free)$/

/**
 * Joins, leaves and buys what a member has chosen, in this order: who pays has the free plans already.
 * @param successUrl where the checkout leads, '' if the page does not say
 * @throws what the server refuses with, also if nothing is left to be done
 */
export async function carryOut(
  client: MembershipClient,
  { plans, swapsPlans, leaves, price, swapsPrice, coupon }: Omit<Choice, 'drops'>,
  successUrl: string,
): Promise<Outcome> {
  let last: Changed | undefined
  let refusal: unknown
  const each = async (ids: readonly string[], change: (params: { planId: string }) => Promise<Changed>) => {
    for (const planId of ids) {
      try {
        last = await change({ planId })
      } catch (error) {
        if (!PASSED_OVER.test(codeOf(error))) throw error
        refusal ??= error
      }
    }
  }
  await each(plans, (plan) => client.addPlan(plan))
  // Nobody gives up what they have for a plan that has yet to be paid.
  const left = swapsPlans && codeOf(refusal) !== 'plan-not-free' ? otherFreePlans(plans) : []
  await each([...leaves, ...left], (plan) => client.removePlan(plan))
  if (price) {
    const order = { priceId: price, couponId: coupon, successUrl }
    last = await (swapsPrice ? client.updatePrice(order) : client.purchasePlansWithCheckout(order))
  }
  if (!last && refusal) throw refusal
  return { leaves: !!last?.data.url, message: last?.message, redirect: last?.data.redirect }
}

const otherFreePlans = (plans: readonly string[]): string[] =>
  ($member.get()?.planConnections ?? [])
    .filter(({ active, payment, planId }) => active && payment === null && !plans.includes(planId))
    .map(({ planId }) => planId)

export const codeOf = (error: unknown): string => (isRecord(error) ? String(error['code']) : '')
