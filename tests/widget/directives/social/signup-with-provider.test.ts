// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { Member } from '../../../../contract/entities'
import { setMember } from '../../../../widget/stores/identity'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { aFreePlan } from '../../../support/a-plan-connection'
import { aMemberAuth } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'
import { planClient } from '../plans/plan-client'

const form = (kind = 'signup', fields = '<input data-ms-member="first-name" value="Ada">'): string => `
  <div class="w-form"><form data-ms-form="${kind}" data-ms-plan:add="pln_free">
    <input type="email" data-ms-member="email" required><input type="password" data-ms-member="password" required>
    <input type="email" required>${fields}
    <button data-ms-auth-provider="google">Google</button><button>Join</button></form>
  <p class="w-form-done" style="display: none">Welcome.</p><p class="w-form-fail" style="display: none">Sorry.</p></div>`

const signingUp = (member: Member) => {
  const client = planClient()
  client.signupWithProvider.mockImplementation(async () => {
    setMember(member)
    return { data: aMemberAuth({ member }) }
  })
  return client
}
const newcomer = () => signingUp(aMember({ planConnections: [aFreePlan()] }))

const press = async (): Promise<void> => {
  find('[data-ms-auth-provider]').click()
  await settle()
}

afterEach(() => {
  leavePage()
  sessionStorage.clear()
})

test.each(['signup', 'passwordless-signup'])(
  'in a %s form it takes custom fields and plans along; address and password are not needed',
  async (kind) => {
    const { client } = await mountPage(form(kind), { client: newcomer() })
    sessionStorage.setItem('ms_plan', 'pln_newsletter')
    await press()
    expect(client.signupWithProvider).toHaveBeenCalledWith({
      provider: 'google',
      customFields: { 'first-name': 'Ada' },
      plans: [{ planId: 'pln_free' }, { planId: 'pln_newsletter' }],
    })
  },
)

test('what came with the new account is not joined once more; what has to be paid is bought', async () => {
  const { client } = await mountPage(form(), { client: newcomer() })
  sessionStorage.setItem('ms_price', 'prc_pro-monthly')
  await press()
  expect(client.addPlan).not.toHaveBeenCalled()
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledWith(expect.objectContaining({ priceId: 'prc_pro-monthly' }))
})

test('an existing member still joins the plan', async () => {
  const { client } = await mountPage(form(), { client: signingUp(aMember()) })
  await press()
  expect(client.addPlan).toHaveBeenCalledWith({ planId: 'pln_free' })
})

test.each([
  ['<input data-ms-member="company" required>', 'company'],
  ['<input type="checkbox" required>', ''],
])('no window opens while %s is not as it should be', async (field, key) => {
  const { client } = await mountPage(form('signup', field), { client: newcomer() })
  const named: (string | null)[] = []
  for (const input of document.querySelectorAll('input'))
    input.reportValidity = () => named.push(input.getAttribute('data-ms-member')) < 0
  await press()
  expect(client.signupWithProvider).not.toHaveBeenCalled()
  expect(named).toEqual([key || null])
  find('form').setAttribute('novalidate', '')
  await press()
  expect(client.signupWithProvider).toHaveBeenCalledOnce()
})

test('a page builder’s boxes say how it went', async () => {
  const { client } = await mountPage(form(), { client: newcomer() })
  client.signupWithProvider.mockRejectedValueOnce(new MembershipError('provider-cancelled', 'You cancelled.', 400, {}))
  await press()
  expect(find('.w-form-fail').textContent).toBe('You cancelled.')
  await press()
  expect([find('.w-form-fail').textContent, isShown(find('.w-form-done'))]).toEqual(['Sorry.', true])
})

test('a password that was typed does not stay on the page', async () => {
  const page = await mountPage(form(), { client: newcomer() })
  page.field('[type=password]').value = 'secret12'
  await press()
  expect(page.field('[type=password]').value).toBe('')
})
