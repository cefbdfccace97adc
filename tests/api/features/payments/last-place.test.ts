import { expect, test } from 'vitest'
import type { PlanDefinition } from '../../../../api/features/apps/definition'
import { openShop, sessionOf } from '../../../support/open-shop'

const plan: PlanDefinition = {
  id: 'pln_rare',
  name: 'Rare',
  active: true,
  restrictedToAdmin: false,
  redirects: {},
  memberLimit: 3,
  prices: [{ id: 'prc_rare', name: 'Once', amountMinor: 500, currency: 'eur', trialDays: 0, active: true }],
}

test('of twenty parallel buyers, as many as there are places get the plan', async () => {
  const shop = await openShop({ app: { plans: [plan] } })
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => shop.signUp(`buyer-${n}@example.com`)))
  const begun = await Promise.all(people.map(({ token }) => shop.begin(token, { priceId: 'prc_rare' })))
  const codes = begun.map(({ status, body }) => (status === 200 ? 'begun' : body.code))
  expect(codes.filter((code) => code === 'begun')).toHaveLength(3)
  expect(codes.filter((code) => code === 'plan-member-limit-reached')).toHaveLength(17)
  const sessions = begun.flatMap((answer) => (answer.status === 200 ? [sessionOf(answer.data.url)] : []))
  const paid = await Promise.all(sessions.map((session) => shop.pay(session)))
  expect(paid.map(({ status }) => status)).toEqual([303, 303, 303])
  expect(await shop.store.planConnections.countByPlan('app_shop', 'test', 'pln_rare')).toBe(3)
})

test('several parallel checkouts of one member take one place', async () => {
  const shop = await openShop({ app: { plans: [{ ...plan, memberLimit: 2 }] } })
  const [ann, ben, eve] = await Promise.all(['ann', 'ben', 'eve'].map((name) => shop.signUp(`${name}@example.com`)))
  const begin = async (token: string) => (await shop.begin(token, { priceId: 'prc_rare' })).body.code
  expect(await Promise.all(Array.from({ length: 6 }, () => begin(eve!.token)))).toEqual(Array(6).fill(undefined))
  expect(await begin(ann!.token)).toBeUndefined()
  expect(await begin(ben!.token)).toBe('plan-member-limit-reached')
  expect(await begin(eve!.token)).toBeUndefined()
})
