// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $loading } from '../../../../widget/stores/feedback'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'

const member = aMember()
afterEach(leavePage)

test('is there for members only', async () => {
  const html = '<button data-ms-action="logout">Log out</button>'
  await mountPage(html)
  expect(isShown(find('button'))).toBe(false)
  await mountPage(html, { member: undefined, readiness: 'waiting' })
  expect(isShown(find('button'))).toBe(false)
  await mountPage(html, { member })
  expect(isShown(find('button'))).toBe(true)
})

test('appears at a login', async () => {
  await mountPage('<button data-ms-action="logout">Log out</button>')
  setMember(member)
  expect(isShown(find('button'))).toBe(true)
})

test('logs out and stays on the page', async () => {
  const page = await mountPage('<a href="#" data-ms-action="logout">Log out</a>', { member })
  find('a').click()
  await settle()
  expect(page.client.logout).toHaveBeenCalledTimes(1)
  expect(page.visited).toEqual([])
  expect(isShown(find('a'))).toBe(false)
})

test.each([
  ['<a href="/bye" data-ms-action="logout">x</a>', '/app', '/bye'],
  ['<a href="/bye" redirect="/own" data-ms-action="logout">x</a>', '/app', '/own'],
  ['<a href="#" data-ms-action="logout">x</a>', '/app', '/app'],
  ['<a href="javascript:void(0)" data-ms-action="logout">x</a>', '/app', '/app'],
  ['<button data-redirect="/own" data-ms-action="logout">x</button>', null, '/own'],
])('%s with the server’s %s goes to %s', async (html, redirect, expected) => {
  const client = fakeClient()
  client.logout.mockResolvedValue({ data: { redirect } })
  const page = await mountPage(html, { member, client })
  find('[data-ms-action]').click()
  await settle()
  expect(page.visited).toEqual([`${window.location.origin}${expected}`])
})

test('a refusal is shown, and the member stays', async () => {
  const client = fakeClient()
  client.logout.mockRejectedValue(new Error('The service cannot answer right now.'))
  const page = await mountPage('<a href="/bye" data-ms-action="logout">x</a>', { member, client })
  find('a').click()
  await settle()
  expect(client._showMessage).toHaveBeenCalledWith('The service cannot answer right now.', true)
  expect([page.visited, isShown(find('a')), find('a').hasAttribute('aria-busy')]).toEqual([[], true, false])
})

test('a second click during the first does nothing', async () => {
  const page = await mountPage('<button data-ms-action="logout">x</button>', { member })
  find('button').click()
  find('button').click()
  await settle()
  expect(page.client.logout).toHaveBeenCalledTimes(1)
})

test('it stays busy, with the loader, while the page is being left, until a return', async () => {
  const comeBack = (): boolean => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  // The pages of earlier tests are still being left.
  comeBack()
  const page = await mountPage('<a href="/bye" data-ms-action="logout">x</a>', { member })
  find('a').click()
  await settle()
  expect([page.visited.length, find('a').getAttribute('aria-busy'), $loading.get() > 0]).toEqual([1, 'true', true])
  comeBack()
  await settle()
  expect([find('a').hasAttribute('aria-busy'), $loading.get()]).toEqual([false, 0])
})

test.each(['Enter', ' '])('on an element that is no button, the key "%s" works', async (key) => {
  const page = await mountPage('<div data-ms-action="logout">Log out</div>', { member })
  const element = find('div')
  expect([element.getAttribute('role'), element.tabIndex]).toEqual(['button', 0])
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await settle()
  expect(page.client.logout).toHaveBeenCalledTimes(1)
})

test('links and buttons keep what they are', async () => {
  await mountPage('<a href="#" data-ms-action="logout">x</a><button data-ms-action="logout">y</button>', { member })
  expect(find('a').hasAttribute('role')).toBe(false)
  expect(find('button').hasAttribute('role')).toBe(false)
})
