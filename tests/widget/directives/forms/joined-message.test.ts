// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RELOAD_AFTER_LOGIN_MS } from '../../../../contract/limits'
import { setMember } from '../../../../widget/stores/identity'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { isShown, leavePage, mountPage, settle, type MountedPage } from '../../../support/mount-page'

const form = (kind: string, attributes = ''): string => `
  <form data-ms-form="${kind}" ${attributes}>
    <input data-ms-member="email" value="ada@example.com"><input data-ms-member="password" value="correct horse">
    <button>Go</button>
  </form>`

const reload = vi.fn((event: Event) => event.preventDefault())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.addEventListener('memberstack.reload', reload)
  window.$memberstackDom = fakeClient()
})

afterEach(() => {
  vi.useRealTimers()
  reload.mockClear()
  document.removeEventListener('memberstack.reload', reload)
  delete window.$memberstackDom
  leavePage()
})

const joiningClient = (redirect: string | null = null) => {
  const client = fakeClient()
  const join = async () => {
    setMember(aMember())
    return { data: aMemberAuth({ redirect }) }
  }
  client.loginMemberEmailPassword.mockImplementation(join)
  client.signupMemberEmailPassword.mockImplementation(join)
  return client
}

async function send(page: MountedPage): Promise<void> {
  page.find('button').click()
  await settle()
  vi.advanceTimersByTime(RELOAD_AFTER_LOGIN_MS)
}

test.each([
  ['login', 'You are logged in.'],
  ['signup', 'Your account is ready.'],
])('a %s without a redirect says "%s" and reloads', async (kind, text) => {
  const page = await mountPage(form(kind), { client: joiningClient() })
  await send(page)
  expect(page.client._showMessage).toHaveBeenCalledExactlyOnceWith(text, false, page.find('form'))
  expect(reload).toHaveBeenCalledOnce()
})

test('the builder’s success box replaces the message', async () => {
  const html = `<div class="w-form">${form('login')}<div class="w-form-done" style="display: none">Hello</div></div>`
  const page = await mountPage(html, { client: joiningClient() })
  await send(page)
  expect(page.client._showMessage).not.toHaveBeenCalled()
  expect(isShown(page.find('.w-form-done'))).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

test.each<[string, string, string | null]>([
  ['the form', 'redirect="/in"', null],
  ['the form, to its own page', 'data-ms-redirect="current-url"', null],
  ['the form, to a place on this page', 'redirect="#inside"', null],
  ['the server', '', '/in'],
])('no reload where %s names a redirect', async (_, attributes, redirect) => {
  const page = await mountPage(form('login', attributes), { client: joiningClient(redirect) })
  await send(page)
  expect(page.visited).toHaveLength(1)
  expect(reload).not.toHaveBeenCalled()
})

test('no reload after a failure, or when only a code was mailed', async () => {
  const client = fakeClient()
  client.loginMemberEmailPassword.mockRejectedValue(new Error('Not now.'))
  client.sendMemberLoginPasswordlessEmail.mockResolvedValue({ data: { success: true } })
  for (const kind of ['login', 'passwordless-login']) await send(await mountPage(form(kind), { client }))
  expect(client._showMessage).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

test('a problem with a remembered choice is not replaced by the success, nor by a reload', async () => {
  const client = joiningClient()
  client.addPlan.mockRejectedValue(new MembershipError('already-have-plan', 'You already have this plan.', 409, {}))
  const page = await mountPage(form('login', 'data-ms-plan:add="pln_free"'), { client })
  await send(page)
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('You already have this plan.', true)
  expect(reload).not.toHaveBeenCalled()
})
