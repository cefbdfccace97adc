// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const KEY = 'ms-redirect-override'
const at = (path: string): string[] => [`${window.location.origin}${path}`]
const login = (attributes = '', button = ''): string =>
  `<form data-ms-form="login" ${attributes}><button id="go" ${button}>Go</button></form>`
const link = '<a href="#login" id="link" data-ms-redirect="/course">Log in</a>'
const opener = '<button id="open" data-ms-modal="login" data-ms-redirect="/opened">Log in</button>'

const click = async (selector: string): Promise<void> => {
  find(selector).click()
  await settle()
}
/** The server's own redirect. */
const client = () => {
  const fake = fakeClient()
  fake.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect: '/app' }) })
  return fake
}

afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  sessionStorage.clear()
})

test('a page that loads asks for no storage', async () => {
  const session = vi.spyOn(window, 'sessionStorage', 'get')
  await mountPage(link + login() + opener)
  expect(session).not.toHaveBeenCalled()
})

test('a click is remembered, decides once where a login leads, and is forgotten', async () => {
  const page = await mountPage(link + login(), { client: client() })
  await click('#link')
  expect(sessionStorage.getItem(KEY)).toBe('/course')
  await click('#go')
  expect(page.visited).toEqual(at('/course'))
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('the value at the moment of the click counts, also where a script of the page stops the event', async () => {
  await mountPage(link)
  find('#link').setAttribute('data-ms-redirect', '/later')
  find('#link').addEventListener('click', (event) => event.stopImmediatePropagation())
  await click('#link')
  expect(sessionStorage.getItem(KEY)).toBe('/later')
})

test.each(['{"to":"/x"}', '7', 'true', '["/x"]'])('a redirect that is not a text (%s) is ignored', async (redirect) => {
  const fake = fakeClient()
  fake.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect: JSON.parse(redirect) }) })
  const page = await mountPage(login(), { client: fake })
  await click('#go')
  expect(page.visited).toEqual([])
})

test('the form’s own redirect wins, and uses the click up', async () => {
  const page = await mountPage(link + login('redirect="/form"'), { client: client() })
  await click('#link')
  await click('#go')
  expect(page.visited).toEqual(at('/form'))
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('a login that fails uses nothing up', async () => {
  const fake = client()
  fake.loginMemberEmailPassword.mockRejectedValue(new Error('No.'))
  await mountPage(link + login(), { client: fake })
  await click('#link')
  await click('#go')
  expect(sessionStorage.getItem(KEY)).toBe('/course')
})

test.each([
  ['its submit button', login('', 'data-ms-redirect="/own"')],
  ['the form itself', login('data-ms-redirect="/own"')],
])('what %s says counts by the Enter key too, above an earlier click, and is kept nowhere', async (_who, form) => {
  const page = await mountPage(link + form, { client: client() })
  await click('#link')
  // As a browser submits a form by Enter in a field.
  find('form').dispatchEvent(new SubmitEvent('submit', { cancelable: true, submitter: find('#go') }))
  await settle()
  expect(page.visited).toEqual(at('/own'))
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('a form that cannot be sent leaves no wish of its button behind', async () => {
  const fake = client()
  fake.loginMemberEmailPassword.mockRejectedValue(new Error('No.'))
  await mountPage(login('', 'data-ms-redirect="/own"'), { client: fake })
  await click('#go')
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('a form that logs no one in leaves an earlier click alone', async () => {
  const page = await mountPage(`${link}<form data-ms-form="forgot-password"><button id="go">Go</button></form>`)
  await click('#link')
  await click('#go')
  expect(page.visited).toEqual([])
  expect(sessionStorage.getItem(KEY)).toBe('/course')
})

test('the opener of a modal decides where the login in it leads', async () => {
  const fake = fakeClient()
  fake.modalResult.mockResolvedValue({ type: 'LOGIN', data: aMemberAuth({ redirect: '/app' }) })
  const page = await mountPage(opener, { client: fake })
  await click('#open')
  expect(page.visited).toEqual(at('/opened'))
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('an earlier click decides for a modal whose opener says nothing', async () => {
  const fake = fakeClient()
  fake.modalResult.mockResolvedValue({ type: 'SIGNUP', data: aMemberAuth({ redirect: '/app' }) })
  const page = await mountPage(`${link}<button id="plain" data-ms-modal="signup">Join</button>`, { client: fake })
  await click('#link')
  await click('#plain')
  expect(page.visited).toEqual(at('/course'))
})

test.each([
  ['is closed', async () => ({ type: 'CLOSED' as const })],
  ['cannot open', async () => Promise.reject(new Error('No.'))],
])('a modal that %s decides nothing later', async (_how, result) => {
  const fake = fakeClient()
  fake.modalResult.mockImplementation(result)
  await mountPage(opener, { client: fake })
  await click('#open')
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('a logout leads where its element says, and no later login does', async () => {
  const page = await mountPage('<a id="out" href="/link" data-ms-action="logout" data-ms-redirect="/bye">Out</a>', {
    member: aMember(),
  })
  await click('#out')
  expect(page.visited).toEqual(at('/bye'))
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test('a member needs no login in between', async () => {
  await mountPage(link, { member: aMember() })
  await click('#link')
  expect(sessionStorage.getItem(KEY)).toBe(null)
})

test.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', 'http://localhost:1/'])(
  'a click that says %s is refused with a warning, and the server’s target is followed',
  async (target) => {
    expectConsole('warn', /leads to another site/)
    const page = await mountPage(link + login(), { client: client() })
    find('#link').setAttribute('data-ms-redirect', target)
    await click('#link')
    await click('#go')
    expect(page.visited).toEqual(at('/app'))
  },
)
