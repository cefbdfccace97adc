// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
import { setReadiness } from '../../../../widget/stores/app'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { aMemberAuth, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const link = '<a href="/login" data-ms-modal="login">Log in</a>'
afterEach(leavePage)

const click = async (): Promise<boolean> => {
  const followed = find('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await settle()
  return followed
}

test('opens the modal in place of the link', async () => {
  const page = await mountPage(link)
  expect(await click()).toBe(false)
  expect(page.client.modalResult).toHaveBeenCalledWith('LOGIN')
  expect(page.client.hideModal).not.toHaveBeenCalled()
})

test('around a link of a page builder it is no second button, and the link opens the modal', async () => {
  const page = await mountPage('<div data-ms-modal="login"><a href="#">Log in</a></div>')
  expect(find('div').getAttributeNames()).toEqual(['data-ms-modal', 'aria-haspopup'])
  expect(await click()).toBe(false)
  expect(page.client.modalResult).toHaveBeenCalledWith('LOGIN')
})

test('after a success closes the modal and goes where the server says', async () => {
  const client = fakeClient()
  client.modalResult.mockResolvedValue({ type: 'LOGIN', data: aMemberAuth({ redirect: '/in' }) })
  const page = await mountPage(link, { client })
  await click()
  expect(client.hideModal).toHaveBeenCalledTimes(1)
  expect(page.visited).toEqual([`${window.location.origin}/in`])
})

test('a modal that cannot open says so', async () => {
  const client = fakeClient()
  client.modalResult.mockRejectedValue(new Error('No modal today.'))
  await mountPage(link, { client })
  await click()
  expect(client._showMessage).toHaveBeenCalledWith('No modal today.', true)
})

test.each(['pointerenter', 'focusin', 'touchstart'])('is made ready at %s, once', async (type) => {
  const page = await mountPage(link)
  find('a').dispatchEvent(new Event(type))
  find('a').dispatchEvent(new Event(type))
  expect(page.client.preloadModals).toHaveBeenCalledTimes(1)
})

test('a value without a screen leaves the link as it is and is named once', async () => {
  expectConsole('warn', /Unknown modal "inspector"/)
  const page = await mountPage(
    '<a href="#signup" data-ms-modal="inspector">x</a><a href="#" data-ms-modal="inspector">y</a>',
  )
  expect(await click()).toBe(true)
  expect(page.client.modalResult).not.toHaveBeenCalled()
})

const profile = '<a data-ms-modal="profile">Profile</a>'

test('a script that opens the profile for a visitor gets the login', async () => {
  const page = await mountPage(profile)
  await click()
  expect(page.client.modalResult).toHaveBeenCalledExactlyOnceWith('LOGIN')
})

test('the profile waits until it is known who is logged in', async () => {
  const page = await mountPage(profile, { member: undefined, readiness: 'waiting' })
  await click()
  expect(page.client.modalResult).not.toHaveBeenCalled()
  setMember(aMember())
  setReadiness('known')
  await settle()
  expect(page.client.modalResult).toHaveBeenCalledExactlyOnceWith('PROFILE')
})
