import { expect, test } from 'vitest'
import { openAdmin } from './open-admin'

test('plans have prices, limits and member counts, including hidden and closed plans', async () => {
  const admin = await openAdmin()
  await admin.admin('createMember', { email: 'ann@example.com', plans: [{ planId: 'pln_few' }] })
  const bob = await admin.signUp('bob@example.com')
  await admin.pay(await admin.checkout(bob.token, 'prc_pro-monthly'))
  const plans = await admin.admin('listPlans')
  const facts = plans.map(({ id, status, restrictToAdmin, memberLimit, memberCount, teamSeats }) => [
    [id, status],
    [restrictToAdmin, memberLimit, memberCount, teamSeats],
  ])
  expect(facts).toEqual([
    [
      ['pln_free', 'ACTIVE'],
      [false, null, 0, null],
    ],
    [
      ['pln_staff', 'ACTIVE'],
      [true, null, 0, null],
    ],
    [
      ['pln_closed', 'INACTIVE'],
      [false, null, 0, null],
    ],
    [
      ['pln_few', 'ACTIVE'],
      [false, 1, 1, null],
    ],
    [
      ['pln_crew', 'ACTIVE'],
      [false, null, 0, 3],
    ],
    [
      ['pln_other-crew', 'ACTIVE'],
      [false, null, 0, 3],
    ],
    [
      ['pln_pro', 'ACTIVE'],
      [false, null, 1, null],
    ],
  ])
  const pro = await admin.admin('retrievePlan', { planId: 'pln_pro' })
  expect(pro).toEqual(plans.at(-1))
  expect(pro.prices).toMatchObject([{ id: 'prc_pro-monthly', amount: 10, currency: 'usd', type: 'SUBSCRIPTION' }])
})

test('an unknown plan is not found', async () => {
  const admin = await openAdmin()
  const refused = { status: 404, body: { code: 'plan-not-found' } }
  expect(await admin.answerOf('retrievePlan', { planId: 'pln_none' })).toMatchObject(refused)
})
