// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'

const page = (kind: string, extra = '', attributes = ''): string => `
  <style>.w-form-done,.w-form-fail{display:none}</style>
  <div class="w-form"><form data-ms-form="${kind}" ${attributes}>
    <input data-ms-member="email" value="ada@example.com"><input data-ms-member="token" value="123456">
    <button>Go</button></form>
    <div class="w-form-done"><div>Thank <b>you</b>!</div></div>
    <div class="w-form-fail"><i></i><div>Oops.</div></div>${extra}</div>`
const done = (): boolean => isShown(find('.w-form-done'))
const fail = (): boolean => isShown(find('.w-form-fail'))
const send = async (): Promise<void> => {
  find('button').click()
  await settle()
}
const refusing = () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockRejectedValueOnce(new Error('No.'))
  return client
}

afterEach(leavePage)

test.each([
  ['login', false],
  ['reset-password', false],
  ['forgot-password', true],
])('after a success of %s the author’s thanks show; the form stays: %s', async (kind, stays) => {
  const { client } = await mountPage(page(kind))
  find('button').focus()
  await send()
  expect(done()).toBe(true)
  expect(find('.w-form-done').innerHTML).toBe('<div>Thank <b>you</b>!</div>')
  expect(fail()).toBe(false)
  expect(isShown(find('form'))).toBe(stays)
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(find(stays ? 'button' : '.w-form-done'))
})

test('a failure shows our sentence in the author’s box, and their text again with the next try', async () => {
  const { client } = await mountPage(page('login'), { client: refusing() })
  await send()
  expect(fail()).toBe(true)
  expect(find('.w-form-fail').innerHTML).toBe('<i></i><div>No.</div>')
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(isShown(find('form'))).toBe(true)
  await send()
  expect(fail()).toBe(false)
  expect(find('.w-form-fail').textContent).toBe('Oops.')
  expect(done()).toBe(true)
})

test('both boxes are live regions before they show', async () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
  await mountPage(page('login'), { client })
  await send()
  expect(find('.w-form-done').getAttribute('role')).toBe('status')
  expect(find('.w-form-fail').getAttribute('role')).toBe('alert')
})

test('a form that leads elsewhere shows no thanks', async () => {
  const { visited } = await mountPage(page('login', '', 'data-redirect="/next"'))
  await send()
  expect(visited).toHaveLength(1)
  expect(done()).toBe(false)
  expect(isShown(find('form'))).toBe(true)
})

test('message elements of the page win over the boxes', async () => {
  const extra = '<p data-ms-message="error"></p><p data-ms-message="success"></p>'
  const { client } = await mountPage(page('login', extra), { client: refusing() })
  await send()
  expect(fail()).toBe(false)
  expect(client._showMessage).toHaveBeenCalledWith('No.', true, find('form'))
  await send()
  expect(done()).toBe(false)
})

test('without boxes the message shows as anywhere', async () => {
  const { client } = await mountPage(
    '<div class="w-form"><form data-ms-form="login"><button>Go</button></form></div>',
    {
      client: refusing(),
    },
  )
  await send()
  expect(client._showMessage).toHaveBeenCalledWith('No.', true, find('form'))
})

test('the first of two steps is neither thanked for nor over', async () => {
  const { client } = await mountPage(page('passwordless-login'))
  await send()
  expect(done()).toBe(false)
  expect(isShown(find('form'))).toBe(true)
  expect(client._showMessage).toHaveBeenCalledTimes(1)
  await send()
  expect(client.loginMemberPasswordless).not.toHaveBeenCalled()
  expect(fail()).toBe(true)
})

test('the form returns for the next person', async () => {
  await mountPage(page('login'))
  await send()
  setMember(null)
  expect(isShown(find('form'))).toBe(true)
  expect(done()).toBe(false)
  await send()
  expect(done()).toBe(true)
})

test('a form that leaves the page with its success is still thanked for', async () => {
  await mountPage(page('login', '', 'data-ms-content="!members"'))
  await send()
  expect(document.querySelector('form')).toBe(null)
  expect(done()).toBe(true)
  setMember(null)
  await settle()
  expect(isShown(find('form'))).toBe(true)
  expect(done()).toBe(false)
})
