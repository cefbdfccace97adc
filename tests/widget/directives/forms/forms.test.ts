// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const send = async (selector: string): Promise<void> => {
  find(selector).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await settle()
}

const forgot = '<form data-ms-form="forgot-password"><input data-ms-member="email" value="ada@example.com"></form>'
const reset = (more = ''): string => `<form data-ms-form="reset-password">
  <input data-ms-member="token" value=" 123456 "><input type="password" data-ms-member="password" value="new secret">${more}</form>`

afterEach(leavePage)

test('signup sends credentials, custom fields and the free plans, and forgets the password', async () => {
  expectConsole('warn', /Ignored an invalid value in .*prc_paid/)
  const page = await mountPage(`<form data-ms-form="signup" data-ms-plan:add="pln_free, pln_newsletter,prc_paid">
    <input data-ms-member="email" value="ada@example.com"><input type="password" data-ms-member="password" value="secret12">
    <input data-ms-member="first-name" value="Ada"><input type="checkbox" data-ms-member="newsletter" checked></form>`)
  await send('form')
  expect(page.client.signupMemberEmailPassword).toHaveBeenCalledWith(
    {
      email: 'ada@example.com',
      password: 'secret12',
      customFields: { 'first-name': 'Ada', newsletter: true },
      plans: [{ planId: 'pln_free' }, { planId: 'pln_newsletter' }],
    },
    { includeContentGroups: true },
  )
  expect(page.field('[type=password]').value).toBe('')
})

test('login sends nothing but the credentials', async () => {
  const page = await mountPage(`<form data-ms-form="login"><input data-ms-member="email" value="a@b.co">
    <input type="password" data-ms-member="password" value="secret12"><input data-ms-member="first-name" value="Ada"></form>`)
  await send('form')
  expect(page.client.loginMemberEmailPassword).toHaveBeenCalledWith(
    { email: 'a@b.co', password: 'secret12' },
    { includeContentGroups: true },
  )
  expect(page.field('[type=password]').value).toBe('')
})

test('a form removed by its own success still shows the message and continues', async () => {
  const client = fakeClient()
  const logIn = client.loginMemberEmailPassword.getMockImplementation()!
  client.loginMemberEmailPassword.mockImplementation(async (...input) => ({
    ...(await logIn(...input)),
    message: 'Hello!',
  }))
  const page = await mountPage(
    `<div data-ms-content="!members"><form data-ms-form="login" redirect="/in"><p data-ms-message="success"></p></form></div>
     <p id="toast" data-ms-message="success"></p>`,
    { client },
  )
  await send('form')
  expect(document.querySelector('form')).toBeNull()
  expect(find('#toast').textContent).toBe('Hello!')
  expect(page.visited).toEqual([`${window.location.origin}/in`])
})

test('forgot-password shows the server’s sentence', async () => {
  const page = await mountPage(forgot)
  await send('form')
  expect(page.client.sendMemberResetPasswordEmail).toHaveBeenCalledWith({ email: 'ada@example.com' })
  expect(page.client._showMessage).toHaveBeenCalledWith(
    'If there is an account, a code is on its way.',
    false,
    find('form'),
  )
})

test('reset-password sends code and password, and the address that the page asked a code for', async () => {
  const page = await mountPage(forgot + reset())
  await send('[data-ms-form=forgot-password]')
  await send('[data-ms-form=reset-password]')
  expect(page.client.resetMemberPassword).toHaveBeenCalledWith({
    token: '123456',
    newPassword: 'new secret',
    email: 'ada@example.com',
  })
  expect(page.field('[data-ms-member=token]').value).toBe('')
})

test('reset-password prefers its own email field, and sends none without one', async () => {
  const page = await mountPage(forgot + reset('<input data-ms-member="email" value="own@example.com">'))
  await send('[data-ms-form=forgot-password]')
  await send('[data-ms-form=reset-password]')
  expect(page.client.resetMemberPassword.mock.calls[0]?.[0].email).toBe('own@example.com')
  const other = await mountPage(reset())
  await send('form')
  expect(other.client.resetMemberPassword).toHaveBeenCalledWith({ token: '123456', newPassword: 'new secret' })
})

test('reset-password compares what was typed twice before anything is sent, and forgets both', async () => {
  const page = await mountPage(reset('<input type="password" data-ms-member="confirm-password" value="new secre">'))
  await send('form')
  expect(page.client.resetMemberPassword).not.toHaveBeenCalled()
  expect(page.client._showMessage).toHaveBeenCalledWith('The passwords don’t match.', true, find('form'))
  page.field('[data-ms-member=confirm-password]').value = 'new secret'
  await send('form')
  expect(page.client.resetMemberPassword).toHaveBeenCalledTimes(1)
  expect(page.field('[data-ms-member=confirm-password]').value).toBe('')
})

test('a reset says so in our words unless the server has its own', async () => {
  const page = await mountPage(reset())
  await send('form')
  expect(page.client._showMessage).toHaveBeenCalledWith(
    'Your password has been reset. Please login.',
    false,
    find('form'),
  )
  page.client.resetMemberPassword.mockResolvedValue({ data: { success: true }, message: 'All done.' })
  await send('form')
  expect(page.client._showMessage).toHaveBeenLastCalledWith('All done.', false, find('form'))
})
