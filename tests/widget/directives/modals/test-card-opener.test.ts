// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { $app, setReadiness } from '../../../../widget/stores/app'
import { anApp } from '../../../support/an-app'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const openModal = vi.fn<MembershipClient['openModal']>()
let client: FakeClient

beforeEach(() => {
  openModal.mockReset().mockResolvedValue({ type: 'CONTINUE', data: null })
  client = { ...fakeClient(), openModal }
})
afterEach(() => {
  leavePage()
  $app.set(null)
})

const press = async (readiness: 'known' | 'waiting' = 'known') => {
  await mountPage('<button data-ms-modal="test-card">Cards</button>', { client, readiness })
  find('button').click()
  await settle()
}

test('in Test Mode it opens the test cards, and "continue" closes them', async () => {
  $app.set(anApp({ mode: 'sandbox' }))
  await press()
  expect(openModal).toHaveBeenCalledExactlyOnceWith('TEST_CARD')
  expect(client.hideModal).toHaveBeenCalledOnce()
})

test('on a live page it says so and opens nothing, even if the app was not known at the click', async () => {
  await press('waiting')
  $app.set(anApp({ mode: 'live' }))
  setReadiness('known')
  await settle()
  expect(openModal).not.toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Test cards work in Test Mode only.', true)
})
