import { buyByApi, payByApi } from '../../../e2e/checkout'
import { expect, type Stage } from '../dom-test'
import { currentMember } from '../shapes/member'
import { addedPlan, removedPlan, whereToPay } from '../shapes/plans'
import type { Cases } from './cases'

/** The member's plans, with the payment of each. */
async function connections(stage: Stage): Promise<(string | undefined)[][]> {
  const { data } = await stage.ask(currentMember, 'getCurrentMember')
  return (data?.planConnections ?? []).map(({ planId, type, payment }) => [planId, type, payment?.priceId])
}

/** Joining, buying and leaving plans. */
export const planCases = {
  addPlan: async (stage) => {
    expect(await stage.refused('addPlan', { planId: 'pln_free' })).toBe('login-required')
    await stage.join()
    const { data } = await stage.ask(addedPlan, 'addPlan', { planId: 'pln_free' })
    expect(data.member.planConnections).toMatchObject([{ planId: 'pln_free', active: true, status: 'ACTIVE' }])
    expect(await stage.refused('addPlan', { planId: 'pln_free' })).toBe('already-have-plan')
    expect(await stage.refused('addPlan', { planId: 'pln_pro' })).toBe('plan-not-free')
    expect(await stage.refused('addPlan', { planId: 'pln_of-nobody' })).toBe('plan-not-found')
  },

  removePlan: async (stage) => {
    await stage.join()
    await stage.ask(addedPlan, 'addPlan', { planId: 'pln_free' })
    const { data } = await stage.ask(removedPlan, 'removePlan', { planId: 'pln_free' })
    expect(data.member.planConnections).toEqual([])
    expect(await stage.refused('removePlan', { planId: 'pln_free' })).toBe('no-plan-found')
  },

  purchasePlansWithCheckout: async (stage) => {
    const price = { priceId: 'prc_pro-monthly' }
    expect(await stage.refused('purchasePlansWithCheckout', price)).toBe('login-required')
    await stage.join()
    expect(await stage.refused('purchasePlansWithCheckout', { priceId: 'prc_of-nobody' })).toBe(
      'price-no-longer-available',
    )
    const { data } = await stage.ask(whereToPay, 'purchasePlansWithCheckout', {
      ...price,
      couponId: 'HALF',
      metadataForCheckout: { from: 'a test' },
      successUrl: '/paid',
      cancelUrl: '/not-paid',
      autoRedirect: false,
    })
    await payByApi(data.url)
    expect(await connections(stage)).toEqual([['pln_pro', 'SUBSCRIPTION', 'prc_pro-monthly']])
    expect(await stage.refused('purchasePlansWithCheckout', price)).toBe('already-have-plan')
  },

  launchStripeCustomerPortal: async (stage) => {
    const { tokens } = await stage.join()
    await buyByApi(stage.urls, tokens.accessToken, 'prc_pro-monthly')
    const params = { priceIds: [], returnUrl: '/account', autoRedirect: false }
    const { data } = await stage.ask(whereToPay, 'launchStripeCustomerPortal', params)
    const portal = await fetch(data.url)
    expect([portal.status, await portal.text()]).toEqual([200, expect.stringContaining(`${stage.site}account`)])
  },
} satisfies Cases
