// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'

const form = (kind: 'login' | 'signup', step = 'style="display: none"'): string => `
  <form data-ms-form="passwordless-${kind}" ${kind === 'signup' ? 'data-ms-plan:add="pln_free"' : ''}>
    <input id="name" data-ms-member="first-name" value="Ada">
    <input id="email" type="email" data-ms-member="email" value="ada@example.com">
    <p data-ms-message="error"></p>
    <div id="step" data-ms-passwordless="step-2" ${step}>
      <input id="code" data-ms-member="token" required>
      <input id="locked" data-ms-member="company" disabled value="x">
      <button type="reset" id="again">Start again</button>
    </div>
    <button id="go" data-ms-passwordless-button="Verify" data-wait="Wait">Send <b>code</b></button>
  </form>`

const go = async (page: MountedPage, code?: string): Promise<void> => {
  if (code !== undefined) page.field('#code').value = code
  page.find('#go').click()
  await settle()
}
const inStepTwo = (): boolean => isShown(find('#step'))
const proof = { email: 'ada@example.com', passwordlessToken: '123456' }

afterEach(leavePage)

test.each([
  ['inline', 'style="display: none"'],
  ['by hidden', 'hidden'],
  ['not at all', ''],
])('a second step that its author hid %s shows once the code is on its way', async (_how, step) => {
  const page = await mountPage(form('login', step))
  expect(inStepTwo()).toBe(false)
  expect(page.find('#code').matches(':disabled')).toBe(true)
  await go(page)
  expect(page.client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledWith({ email: 'ada@example.com' })
  expect(inStepTwo()).toBe(true)
  expect(page.find('#code').matches(':disabled')).toBe(false)
  expect(page.find('#locked').matches(':disabled')).toBe(true)
  expect(document.activeElement).toBe(page.find('#code'))
  expect(page.find('#go').textContent).toBe('Verify')
  expect(page.client._showMessage).toHaveBeenCalledTimes(1)
})

test('the second submit logs in, empties the code and returns to the first step', async () => {
  const page = await mountPage(form('login'))
  await go(page)
  await go(page, ' 123-456 ')
  expect(page.client.loginMemberPasswordless).toHaveBeenCalledWith(proof, { includeContentGroups: true })
  expect(page.field('#code').value).toBe('')
  expect(inStepTwo()).toBe(false)
  expect(page.find('#code').matches(':disabled')).toBe(true)
  expect(page.find('#go').innerHTML).toBe('Send <b>code</b>')
  await go(page)
  expect(page.client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledTimes(2)
})

test('a signup sends the custom fields and free plans with the code', async () => {
  const page = await mountPage(form('signup'))
  await go(page)
  expect(page.client.sendMemberSignupPasswordlessEmail).toHaveBeenCalledWith({ email: 'ada@example.com' })
  await go(page, '123456')
  expect(page.client.signupMemberPasswordless).toHaveBeenCalledWith(
    { ...proof, customFields: { 'first-name': 'Ada' }, plans: [{ planId: 'pln_free' }] },
    { includeContentGroups: true },
  )
})

test('nothing is followed before the end, then the form’s redirect', async () => {
  const client = fakeClient()
  client.loginMemberPasswordless.mockResolvedValue({ data: aMemberAuth({ redirect: '/app' }) })
  const page = await mountPage(form('login').replace('<form', '<form redirect="/in"'), { client })
  await go(page)
  expect(page.visited).toEqual([])
  await go(page, '123456')
  expect(page.visited).toEqual([`${window.location.origin}/in`])
})

test.each(['', '12345', '1234567'])('a code of "%s" is not sent: it would cost a try', async (code) => {
  const page = await mountPage(form('login'))
  await go(page)
  page.field('#code').value = code
  // As from a form with `novalidate`.
  page.find('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await settle()
  expect(page.client.loginMemberPasswordless).not.toHaveBeenCalled()
  expect(page.find('[data-ms-message]').textContent).toBe('Please enter a valid code')
  expect(page.field('#code').value).toBe(code)
})

test('a code that is refused keeps everything, and the next try may succeed', async () => {
  const client = fakeClient()
  client.loginMemberPasswordless.mockRejectedValueOnce(new Error('Wrong code.'))
  const page = await mountPage(form('login'), { client })
  await go(page)
  await go(page, '000000')
  expect(page.find('[data-ms-message]').textContent).toBe('Wrong code.')
  expect(page.field('#code').value).toBe('000000')
  expect(inStepTwo()).toBe(true)
  expect(page.find('#go').textContent).toBe('Verify')
  await go(page, '123456')
  expect(client.loginMemberPasswordless).toHaveBeenCalledTimes(2)
})

test('an address that is changed in between gets a code of its own', async () => {
  const page = await mountPage(form('login'))
  await go(page)
  page.field('#email').value = 'ADA@example.com'
  await go(page, '')
  expect(page.client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledTimes(1)
  page.field('#email').value = 'eve@example.com'
  await go(page, '123456')
  expect(page.client.sendMemberLoginPasswordlessEmail).toHaveBeenLastCalledWith({ email: 'eve@example.com' })
  expect(page.client.loginMemberPasswordless).not.toHaveBeenCalled()
  expect(page.field('#code').value).toBe('')
  expect(inStepTwo()).toBe(true)
})

test('a mail that cannot be sent stays in the first step', async () => {
  const client = fakeClient()
  client.sendMemberLoginPasswordlessEmail.mockRejectedValue(new Error('Too many.'))
  const page = await mountPage(form('login'), { client })
  await go(page)
  expect(page.find('[data-ms-message]').textContent).toBe('Too many.')
  expect(inStepTwo()).toBe(false)
})

test('a reset button leads back to the first step', async () => {
  const page = await mountPage(form('login'))
  await go(page)
  page.find('#again').click()
  expect(inStepTwo()).toBe(false)
  await go(page)
  expect(page.client.sendMemberLoginPasswordlessEmail).toHaveBeenCalledTimes(2)
})

test('all parts of the second step take part, also one that a script adds later', async () => {
  const page = await mountPage(form('login'))
  page
    .find('form')
    .insertAdjacentHTML('beforeend', '<p data-ms-passwordless="step-2" id="late"><input required id="extra"></p>')
  page.find('#email').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(page.find('#extra').matches(':disabled')).toBe(true)
  await go(page)
  expect(isShown(page.find('#late'))).toBe(true)
  expect(page.find('#extra').matches(':disabled')).toBe(false)
})

test('when the widget ends, the form is its author’s again', async () => {
  const page = await mountPage(form('login'))
  await go(page)
  page.engine.stop()
  expect(page.find('#step').getAttribute('style')?.replace(';', '')).toBe('display: none')
  expect(page.find('#code').matches(':disabled')).toBe(false)
  expect(page.find('#go').innerHTML).toBe('Send <b>code</b>')
})
