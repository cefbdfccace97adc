// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { aMember } from '../../../support/a-member'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const openModal = vi.fn<MembershipClient['openModal']>()
let client: FakeClient

beforeEach(() => {
  openModal.mockReset().mockResolvedValue({ type: 'CONTINUE', data: null })
  client = { ...fakeClient(), openModal }
  client.deleteMember.mockResolvedValue({ data: { id: 'mem_1' }, message: 'Your account has been deleted.' })
})
afterEach(leavePage)

const press = async (more = '', member: ReturnType<typeof aMember> | null = aMember()) => {
  const page = await mountPage(`<button data-ms-action="delete-member" ${more}>Delete</button>`, { client, member })
  find('button').click()
  await settle()
  return page
}

test('asks, deletes and shows the result', async () => {
  const page = await press()
  expect(openModal).toHaveBeenCalledExactlyOnceWith('DELETE_MEMBER')
  expect(client.deleteMember).toHaveBeenCalledOnce()
  expect(client.hideModal).toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Your account has been deleted.')
  expect(page.visited).toEqual([])
})

test('deletes nothing if the question is closed', async () => {
  openModal.mockResolvedValue({ type: 'CLOSED' })
  await press()
  expect(client.deleteMember).not.toHaveBeenCalled()
  expect(client._showMessage).not.toHaveBeenCalled()
})

test('opens the redirect of the element, and shows its own message', async () => {
  const page = await press('redirect="/bye" data-ms-success-message="See you."')
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('See you.')
  expect(page.visited).toEqual([`${window.location.origin}/bye`])
})

test('a refusal of the server is shown, and the page stays', async () => {
  client.deleteMember.mockRejectedValue({ code: 'access-denied', message: 'Not allowed.' })
  const page = await press('redirect="/bye"')
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Not allowed.', true)
  expect(page.visited).toEqual([])
})

test('a visitor gets a request to log in, without a question', async () => {
  await press('', null)
  expect(openModal).not.toHaveBeenCalled()
  expect(client.deleteMember).not.toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/log/i), true)
})
