// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { defaultTexts } from '../../../../widget/modals/texts/english'
import { setMember } from '../../../../widget/stores/identity'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'

afterEach(leavePage)

const auth = (hasPassword: boolean) => ({ auth: { email: 'ada@example.com', hasPassword, providers: [] } })
const email = '<form data-ms-form="email"><input data-ms-member="email"><button>Go</button></form>'
const password = (confirm = '<input type="password" data-ms-member="confirm-password">'): string =>
  `<form data-ms-form="password"><input type="password" data-ms-member="current-password" required>
   <input type="password" data-ms-member="new-password">${confirm}<button>Go</button></form>`

async function send(page: MountedPage, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) page.field(`[data-ms-member="${key}"]`).value = value
  page.find('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await settle()
}

const values = (): string[] => Array.from(document.querySelectorAll('input'), ({ value }) => value)

function changingClient() {
  const client = fakeClient()
  client.updateMemberAuth.mockImplementation(async (params) => {
    const data = aMember({ auth: { ...aMember().auth, ...(params.email && { email: params.email.toLowerCase() }) } })
    setMember(data)
    return { data, message: 'Done.' }
  })
  client.setPassword.mockImplementation(async () => ({ data: aMember(), message: 'Set.' }))
  return client
}

test('the email form shows the address, sends a new one and shows what the server made of it', async () => {
  const client = changingClient()
  const page = await mountPage(email, { client, member: aMember() })
  expect(page.field('input').value).toBe('ada@example.com')
  await send(page, { email: ' Ada@Example.org ' })
  expect(client.updateMemberAuth).toHaveBeenCalledExactlyOnceWith({ email: 'Ada@Example.org' })
  expect(client._showMessage).toHaveBeenCalledWith('Done.', false, page.find('form'))
  expect(page.field('input').value).toBe('ada@example.org')
})

test('a change that waits for its confirmation is not announced as done by the page builder’s box', async () => {
  const client = fakeClient()
  client.updateMemberAuth.mockResolvedValue({ data: aMember(), message: 'Open the link in the email.' })
  const box = '<div class="w-form-done" style="display: none">Your email was changed.</div>'
  const page = await mountPage(`<div class="w-form">${email}${box}</div>`, { client, member: aMember() })
  await send(page, { email: 'grace@example.com' })
  expect(client._showMessage).toHaveBeenCalledWith('Open the link in the email.', false, page.find('form'))
  expect(page.find('.w-form-done').style.display).toBe('none')
})

test('the address that the member has already is a success without a call', async () => {
  const client = changingClient()
  const page = await mountPage(email, { client, member: aMember() })
  await send(page, {})
  expect(client.updateMemberAuth).not.toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledWith('Your changes have been saved.', false, page.find('form'))
})

test('an address that is taken stays in its field', async () => {
  const client = fakeClient()
  client.updateMemberAuth.mockRejectedValue(new MembershipError('email-already-in-use', 'Taken.', 409, {}))
  const page = await mountPage(email, { client, member: aMember() })
  await send(page, { email: 'grace@example.com' })
  expect(client._showMessage).toHaveBeenCalledWith('Taken.', true, page.find('form'))
  expect(page.field('input').value).toBe('grace@example.com')
})

const typed = { 'current-password': 'old password', 'new-password': 'new password', 'confirm-password': 'new password' }

test('a password is changed with the current one, and leaves the page', async () => {
  const client = changingClient()
  const page = await mountPage(password(), { client, member: aMember() })
  await send(page, typed)
  expect(client.updateMemberAuth).toHaveBeenCalledExactlyOnceWith({
    oldPassword: 'old password',
    newPassword: 'new password',
  })
  expect(values()).toEqual(['', '', ''])
})

test('two new passwords that differ are not sent, in the words of the modals, and stay', async () => {
  const client = changingClient()
  const page = await mountPage(password(), { client, member: aMember() })
  await send(page, { ...typed, 'confirm-password': 'New password' })
  expect(client.updateMemberAuth).not.toHaveBeenCalled()
  const { confirm_password_error_message } = defaultTexts
  expect(client._showMessage).toHaveBeenCalledWith(confirm_password_error_message, true, page.find('form'))
  expect(values()).toEqual(['old password', 'new password', 'New password'])
})

test('a form that asks once does not compare', async () => {
  const client = changingClient()
  const page = await mountPage(password(''), { client, member: aMember() })
  await send(page, { 'current-password': 'old password', 'new-password': 'new password' })
  expect(client.updateMemberAuth).toHaveBeenCalledTimes(1)
})

test('a wrong current password loses nothing', async () => {
  const client = fakeClient()
  client.updateMemberAuth.mockRejectedValue(new MembershipError('invalid-password', 'Wrong.', 400, {}))
  const page = await mountPage(password(), { client, member: aMember() })
  await send(page, typed)
  expect(client._showMessage).toHaveBeenCalledWith('Wrong.', true, page.find('form'))
  expect(values()).toEqual(Object.values(typed))
})

test('a member without a password sets one; only then is the current one required', async () => {
  const client = changingClient()
  const page = await mountPage(password(), { client, member: aMember(auth(false)) })
  const current = page.field('[data-ms-member=current-password]')
  expect(current.required).toBe(false)
  await send(page, { ...typed, 'current-password': '' })
  expect(client.setPassword).toHaveBeenCalledExactlyOnceWith({ password: 'new password' })
  setMember(aMember(auth(true)))
  expect(current.required).toBe(true)
  setMember(aMember(auth(false)))
  page.find('form').remove()
  await settle()
  expect(current.required).toBe(true)
})

test('fields that came after the form are not required of them either', async () => {
  const page = await mountPage(password(), { client: changingClient(), member: aMember(auth(false)) })
  page.find('form').insertAdjacentHTML('beforeend', '<input data-ms-member="current-password" id="late" required>')
  page.field('[data-ms-member=new-password]').dispatchEvent(new Event('focusin', { bubbles: true }))
  expect(page.field('#late').required).toBe(false)
})

test.each([email, password()])('a visitor is asked to log in: %s', async (html) => {
  const client = changingClient()
  const page = await mountPage(html, { client })
  await send(page, {})
  expect(client._showMessage).toHaveBeenCalledWith('Please log in.', true, page.find('form'))
})

test('a signup form that asks for the password twice compares them too', async () => {
  const client = fakeClient()
  const page = await mountPage(
    `<form data-ms-form="signup"><input data-ms-member="password"><input data-ms-member="confirm-password"></form>`,
    { client },
  )
  await send(page, { password: 'one password', 'confirm-password': 'two passwords' })
  expect(client.signupMemberEmailPassword).not.toHaveBeenCalled()
  await send(page, { 'confirm-password': 'one password' })
  expect(client.signupMemberEmailPassword).toHaveBeenCalledTimes(1)
  expect(values()).toEqual(['', ''])
})
