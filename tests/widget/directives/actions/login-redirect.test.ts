// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { setMember } from '../../../../widget/stores/identity'
import { setReadiness } from '../../../../widget/stores/app'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const link = '<a href="#own" data-ms-action="login-redirect">My page</a>'
const member = aMember({ loginRedirect: '/dashboard' })
const dashboard = () => [`${window.location.origin}/dashboard`]

afterEach(leavePage)

/** Whether the browser may run its default action. */
const click = (init: MouseEventInit = {}): boolean =>
  find('[data-ms-action]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))

test('takes a member to where a login leads', async () => {
  const page = await mountPage(link, { member })
  expect(click()).toBe(false)
  expect(page.visited).toEqual(dashboard())
})

test.each([
  ['a visitor', null],
  ['a member whom the server sends nowhere', aMember()],
])('%s follows the link itself', async (_name, someone) => {
  const page = await mountPage(link, { member: someone })
  expect(click()).toBe(true)
  expect(page.visited).toEqual([])
})

test('a click with a key held down is the link’s', async () => {
  const page = await mountPage(link, { member })
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) expect(click({ [key]: true })).toBe(true)
  expect(page.visited).toEqual([])
})

test('what is read is the member at the moment of the click', async () => {
  const page = await mountPage(link)
  setMember(member)
  click()
  expect(page.visited).toEqual(dashboard())
})

test('while it is not known who is there the click waits', async () => {
  const page = await mountPage(link, { member: undefined, readiness: 'waiting' })
  expect(click()).toBe(false)
  await settle()
  expect(page.visited).toEqual([])
  setMember(member)
  setReadiness('known')
  await settle()
  expect(page.visited).toEqual(dashboard())
})

test('the link works if there turns out to be no member', async () => {
  const page = await mountPage(link, { member: undefined, readiness: 'waiting' })
  click()
  const followed: boolean[] = []
  document.addEventListener('click', (event) => followed.push(!event.defaultPrevented), { once: true })
  setMember(null)
  setReadiness('known')
  await settle()
  expect([followed, page.visited]).toEqual([[true], []])
})

test('leads to no other site', async () => {
  expectConsole('warn', /leads to another site/)
  const page = await mountPage(link, { member: aMember({ loginRedirect: 'https://evil.example/' }) })
  click()
  expect(page.visited).toEqual([])
})

test('works by keyboard on any element', async () => {
  const page = await mountPage('<span data-ms-action="login-redirect">My page</span>', { member })
  find('span').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  expect(page.visited).toEqual(dashboard())
})
