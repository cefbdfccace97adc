// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCart, writeCart } from '../../../../widget/storage/pending'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { aFreePlan } from '../../../support/a-plan-connection'
import { aMemberAuth } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'
import { planClient } from './plan-client'

const chosen = { plans: ['pln_a'], price: 'prc_x', swapsPlans: false, swapsPrice: false, coupon: 'HALF' }
const form = (kind: string, tokenField = ''): string =>
  `<form data-ms-form="${kind}"><input data-ms-member="email" value="a@b.co">
    <input data-ms-member="password" type="password" value="secret12">${tokenField}<button>Go</button></form>`
const withCode = (kind: string): string =>
  form(kind, '<div data-ms-passwordless="step-2"><input data-ms-member="token" value="123456"></div>')
const opener = (modal: string): string => `<button data-ms-modal="${modal}">Go</button>`

let client: ReturnType<typeof planClient>
beforeEach(() => {
  client = planClient()
  writeCart(window, chosen)
  sessionStorage.setItem('_ms-invite', 'token')
})
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  sessionStorage.clear()
})

/** @param presses a form that emails a code is submitted twice */
async function go(html: string, presses = 1): Promise<MountedPage> {
  const page = await mountPage(html, { client })
  for (let count = 0; count < presses; count += 1) {
    find('button').click()
    await settle()
    if (presses === 2 && count === 0) page.field('[data-ms-member="token"]').value = '123456'
  }
  return page
}

const bought = { priceId: 'prc_x', couponId: 'HALF', successUrl: '' }
const answers = (type: 'LOGIN' | 'SIGNUP') => {
  // The choice is part of the sign-up.
  const member = aMember({ planConnections: type === 'SIGNUP' ? [aFreePlan({ planId: 'pln_a' })] : [] })
  client.modalResult.mockImplementation(async () => {
    setMember(member)
    return { type, data: aMemberAuth({ member }) }
  })
}

test.each([
  ['a form with a password', () => go(form('signup')), () => client.signupMemberEmailPassword.mock.calls[0]?.[0].plans],
  [
    'a form with a mailed code',
    () => go(withCode('passwordless-signup'), 2),
    () => client.signupMemberPasswordless.mock.calls[0]?.[0].plans,
  ],
  [
    'a modal',
    () => {
      answers('SIGNUP')
      return go(opener('signup'))
    },
    () => [{ planId: Object(client.opened[0]?.[1]).signup.plans[0] }],
  ],
])('a sign-up by %s takes the plans along, buys the price and uses the invitation', async (_way, signUp, plansSent) => {
  await signUp()
  expect(plansSent()).toEqual([{ planId: 'pln_a' }])
  expect(client.addPlan).not.toHaveBeenCalled()
  expect(client.purchasePlansWithCheckout.mock.calls).toEqual([[bought]])
  expect(client.joinTeam.mock.calls).toEqual([[{ inviteToken: 'token' }]])
  expect(readCart(window)).toMatchObject({ plans: [], price: undefined })
})

test.each([
  ['a form with a password', () => go(form('login'))],
  ['a form with a mailed code', () => go(withCode('passwordless-login'), 2)],
  [
    'a modal',
    () => {
      answers('LOGIN')
      return go(opener('login'))
    },
  ],
])('a login by %s joins the plans, buys the price and uses the invitation', async (_way, logIn) => {
  await logIn()
  expect(client.addPlan.mock.calls).toEqual([[{ planId: 'pln_a' }]])
  expect(client.purchasePlansWithCheckout.mock.calls).toEqual([[bought]])
  expect(client.joinTeam.mock.calls).toEqual([[{ inviteToken: 'token' }]])
  expect(readCart(window)).toMatchObject({ plans: [], price: undefined })
})

test.each(['forgot-password', 'reset-password'])(
  'data-ms-form="%s" logs no one in: all of it waits on',
  async (kind) => {
    await go(
      form(kind, '<input data-ms-member="token" value="123456"><input data-ms-member="new-password" value="secret12">'),
    )
    expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
    expect(client.joinTeam).not.toHaveBeenCalled()
    expect(readCart(window)).toEqual(chosen)
  },
)

test('the first step of a form that mails a code uses nothing up', async () => {
  await go(withCode('passwordless-login'))
  expect(client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledTimes(1)
  expect(client.joinTeam).not.toHaveBeenCalled()
  expect(readCart(window)).toEqual(chosen)
})

test('a modal that is closed uses nothing up', async () => {
  await go(opener('login'))
  expect(client.joinTeam).not.toHaveBeenCalled()
  expect(readCart(window)).toEqual(chosen)
})
