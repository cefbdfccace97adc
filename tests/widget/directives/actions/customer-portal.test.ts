// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $loading } from '../../../../widget/stores/feedback'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'
import { comeBack } from '../../../support/come-back'

const html = '<button data-ms-action="customer-portal">Payments</button>'
const payer = aMember({ stripeCustomerId: 'cus_1' })
const portal = { data: { url: 'https://pay.example/portal' } }
afterEach(async () => {
  leavePage()
  // The page is still being left.
  await comeBack()
})

async function open(client = fakeClient(), markup = html) {
  client.launchStripeCustomerPortal.mockResolvedValue(portal)
  return mountPage(markup, { client, member: payer })
}

test('is there for members who have something to manage', async () => {
  await mountPage(html)
  expect(isShown(find('button'))).toBe(false)
  await mountPage(html, { member: aMember() })
  expect(isShown(find('button'))).toBe(false)
})

test('appears with the first purchase', async () => {
  await mountPage(html, { member: aMember() })
  setMember(payer)
  expect(isShown(find('button'))).toBe(true)
})

test('leads to the portal, and is busy until the member returns', async () => {
  const { client } = await open()
  const before = $loading.get()
  find('button').click()
  find('button').click()
  await settle()
  expect(client.launchStripeCustomerPortal).toHaveBeenCalledTimes(1)
  expect($loading.get()).toBe(before + 1)
  await comeBack()
  expect($loading.get()).toBe(before)
  find('button').click()
  await settle()
  expect(client.launchStripeCustomerPortal).toHaveBeenCalledTimes(2)
})

test('a link leads to the portal and not where it says', async () => {
  const { client, visited } = await open(fakeClient(), '<a href="/else" data-ms-action="customer-portal">Payments</a>')
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  find('a').dispatchEvent(click)
  await settle()
  expect(click.defaultPrevented).toBe(true)
  expect(client.launchStripeCustomerPortal).toHaveBeenCalledTimes(1)
  expect(visited).toEqual([])
})

test('a refusal is said, and it can be tried again', async () => {
  const { client } = await open()
  const before = $loading.get()
  client.launchStripeCustomerPortal.mockRejectedValueOnce(new Error('Not now.'))
  find('button').click()
  await settle()
  expect(client._showMessage.mock.calls[0]?.slice(0, 2)).toEqual(['Not now.', true])
  expect($loading.get()).toBe(before)
  find('button').click()
  await settle()
  expect(client.launchStripeCustomerPortal).toHaveBeenCalledTimes(2)
})
