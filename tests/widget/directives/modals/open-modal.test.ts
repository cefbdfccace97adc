// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { expectConsole } from '../../../setup/console-watch'
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
  expectConsole('warn', /data-ms-modal="inspector" opens nothing/)
  const page = await mountPage(
    '<a href="#signup" data-ms-modal="inspector">x</a><a href="#" data-ms-modal="inspector">y</a>',
  )
  expect(await click()).toBe(true)
  expect(page.client.modalResult).not.toHaveBeenCalled()
})
