// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { expectConsole } from '../../../setup/console-watch'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { comeBack } from '../../../support/come-back'
import { leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'

const login = (attributes = '', button = '<button data-wait="One moment">Log in</button>'): string => `
  <form data-ms-form="login" ${attributes}>
    <input type="email" data-ms-member="email" value="ada@example.com">
    <input type="password" data-ms-member="password" value="correct horse">
    ${button}
  </form>`

const submit = async (page: MountedPage): Promise<void> => {
  page.find('button, input[type=submit]').click()
  await settle()
}

const refusing = () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockRejectedValue(
    new MembershipError('invalid-credentials', 'Invalid email or password.', 401, {}),
  )
  return client
}

afterEach(leavePage)

test('the browser’s own sending never happens', async () => {
  const page = await mountPage(login())
  const event = new Event('submit', { bubbles: true, cancelable: true })
  page.find('form').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test('a listener of the page that came later may still let the submit go no further', async () => {
  const page = await mountPage(login())
  const form = page.find('form')
  let allowed = false
  form.addEventListener('submit', (event) => allowed || event.stopImmediatePropagation())
  await submit(page)
  expect(page.client.loginMemberEmailPassword).not.toHaveBeenCalled()
  allowed = true
  await submit(page)
  expect(page.client.loginMemberEmailPassword).toHaveBeenCalledOnce()
})

test('a second submit during the first sends nothing', async () => {
  const client = fakeClient()
  let answer = (): void => {}
  client.loginMemberEmailPassword.mockImplementation(
    () => new Promise((resolve) => (answer = () => resolve({ data: aMemberAuth() }))),
  )
  const page = await mountPage(login(), { client })
  const form = page.find('form')
  for (let time = 0; time < 3; time += 1) form.dispatchEvent(new Event('submit', { cancelable: true }))
  expect(client.loginMemberEmailPassword).toHaveBeenCalledTimes(1)
  expect(form.getAttribute('aria-busy')).toBe('true')
  expect(page.find('button').matches(':disabled')).toBe(true)
  expect(page.find('button').textContent).toBe('One moment')
  answer()
  await settle()
  expect(form.hasAttribute('aria-busy')).toBe(false)
  expect(page.find('button').matches(':disabled')).toBe(false)
  expect(page.find('button').textContent).toBe('Log in')
})

test('the waiting text of an input button comes and goes', async () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
  const page = await mountPage(login('', '<input type="submit" value="Log in" data-wait="Please wait...">'), { client })
  await submit(page)
  expect(page.field('input[type=submit]').value).toBe('Please wait...')
})

test('a button of type button is left alone', async () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockReturnValue(new Promise(() => {}))
  const page = await mountPage(login('', '<button>Log in</button><button type="button" id="other">Show</button>'), {
    client,
  })
  await submit(page)
  expect(page.find('#other').matches(':disabled')).toBe(false)
})

test('a refusal shows the server’s sentence and loses no input', async () => {
  const client = refusing()
  const page = await mountPage(login(), { client })
  await submit(page)
  expect(client._showMessage).toHaveBeenCalledWith('Invalid email or password.', true, page.find('form'))
  expect(page.field('[data-ms-member=password]').value).toBe('correct horse')
  expect(page.visited).toEqual([])
  await submit(page)
  expect(client.loginMemberEmailPassword).toHaveBeenCalledTimes(2)
})

test('the focus returns to the button that was pressed', async () => {
  const page = await mountPage(login(), { client: refusing() })
  const button = page.find('button')
  button.focus()
  button.click()
  button.blur()
  await settle()
  expect(document.activeElement).toBe(button)
})

test.each([
  ['redirect="/welcome"', '/app', '/welcome'],
  ['data-redirect="/welcome"', '/app', '/welcome'],
  ['redirect="/first" data-redirect="/second"', '/app', '/first'],
  ['redirect=""', '/app', '/app'],
  ['', '/app', '/app'],
  ['redirect="next.html?a=1#b"', null, '/next.html?a=1#b'],
])('with %s and the server’s %s it goes to %s', async (attributes, redirect, expected) => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect }) })
  const page = await mountPage(login(attributes), { client })
  await submit(page)
  expect(page.visited).toEqual([`${window.location.origin}${expected}`])
})

test('a form that leads elsewhere stays busy until then, and can be used again by who comes back', async () => {
  const page = await mountPage(login('redirect="/next"'))
  await submit(page)
  page.find('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await settle()
  expect(page.client.loginMemberEmailPassword).toHaveBeenCalledTimes(1)
  expect(page.find('button').textContent).toBe('One moment')
  await comeBack()
  expect(page.find('button').textContent).toBe('Log in')
  await submit(page)
  expect(page.client.loginMemberEmailPassword).toHaveBeenCalledTimes(2)
})

test('a redirect to a fragment of the page at hand leaves nothing busy', async () => {
  const page = await mountPage(login('redirect="#thanks"'))
  await submit(page)
  expect(page.visited).toEqual([expect.stringMatching(/#thanks$/)])
  expect(page.find('form').hasAttribute('aria-busy')).toBe(false)
})

test('where the form’s own redirect is refused, the next in order is followed', async () => {
  expectConsole('warn', /leads to another site/)
  const client = fakeClient()
  client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect: '/app' }) })
  const page = await mountPage(login('redirect="https://evil.example/"'), { client })
  await submit(page)
  expect(page.visited).toEqual([`${window.location.origin}/app`])
})

test('the redirect is read when the form is sent, not before', async () => {
  const page = await mountPage(login('redirect="/old"'))
  page.find('form').setAttribute('redirect', '/new')
  await submit(page)
  expect(page.visited).toEqual([`${window.location.origin}/new`])
})

test.each(['https://evil.example/', '//evil.example', String.raw`/\evil.example`, 'javascript:alert(1)', 'http://:x'])(
  'a redirect to %s is refused',
  async (target) => {
    expectConsole('warn', /leads to another site/)
    const client = fakeClient()
    client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect: target }) })
    const page = await mountPage(login(), { client })
    await submit(page)
    expect(page.visited).toEqual([])
  },
)

test('a page builder’s own form service never sees the form', async () => {
  const page = await mountPage(`<div class="w-form">${login()}</div>`)
  let heard = 0
  document.addEventListener('submit', () => (heard += 1), { once: true })
  page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(heard).toBe(0)
})
