// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { aMemberAuth, type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const SAYS = 'data-ms-success-message="You are in."'
const openModal = vi.fn<MembershipClient['openModal']>()
let client: FakeClient

beforeEach(() => {
  openModal.mockReset()
  client = { ...fakeClient(), openModal }
  client.addPlan.mockResolvedValue({
    data: { member: aMember(), redirect: null, app: anApp() },
    message: 'The plan was added.',
  })
  client.updateMember.mockResolvedValue({ data: aMember(), message: 'Saved.' })
})
afterEach(() => {
  leavePage()
  sessionStorage.clear()
})

const press = async (html: string, member: ReturnType<typeof aMember> | null = aMember()) => {
  const page = await mountPage(html, { client, member })
  find('button, a').click()
  await settle()
  return page
}

test('a plan shows the message of its element in place of the server’s', async () => {
  await press(`<a data-ms-plan:add="pln_a" ${SAYS}>Join</a>`)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('You are in.')
})

test('without it, or with an empty one, the server’s message shows', async () => {
  await press('<a data-ms-plan:add="pln_a" data-ms-success-message=" ">Join</a>')
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('The plan was added.')
})

test('a failure shows the error', async () => {
  client.addPlan.mockRejectedValue({ code: 'plan-not-free', message: 'Not free.' })
  await press(`<a data-ms-plan:add="pln_a" ${SAYS}>Join</a>`)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Not free.', true)
})

test.each(['form', 'button'])('a form shows the message on the %s', async (place) => {
  const at = (one: string) => (one === place ? SAYS : '')
  await press(
    `<form data-ms-form="profile" ${at('form')}><input data-ms-member="first-name" value="Ada"><button ${at('button')}>Save</button></form>`,
  )
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('You are in.', false, find('form'))
})

test('a visitor’s click shows it after the sign-up in the modal', async () => {
  openModal.mockResolvedValue({ type: 'LOGIN', data: aMemberAuth() })
  await press(`<a data-ms-modal="login" data-ms-plan:add="pln_a" ${SAYS}>Join</a>`, null)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('You are in.')
})
