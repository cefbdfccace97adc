// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributeRows } from '../../../../widget/attributes'
import type { MembershipClient } from '../../../../widget/public'
import { aMember } from '../../../support/a-member'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const openModal = vi.fn<MembershipClient['openModal']>()
let client: FakeClient

beforeEach(() => {
  openModal.mockReset().mockResolvedValue({ type: 'CLOSED' })
  client = { ...fakeClient(), openModal }
})
afterEach(leavePage)

const open = (html: string) => mountPage(html, { client, member: aMember() })

test.each(attributeRows.modalTab.values)('the profile opens with the tab %s', async (tab) => {
  await open(`<button data-ms-modal="profile" data-ms-modal-tab="${tab}">x</button>`)
  find('button').click()
  await settle()
  expect(openModal).toHaveBeenCalledExactlyOnceWith('PROFILE', { tab })
})

test.each(['', ' data-ms-modal-tab=""', ' data-ms-modal-tab="billing"', ' data-ms-modal-tab="constructor"'])(
  'with%s there is no wish',
  async (attribute) => {
    await open(`<button data-ms-modal="profile"${attribute}>x</button>`)
    find('button').click()
    expect(openModal).toHaveBeenCalledExactlyOnceWith('PROFILE', {})
  },
)

test('the tab is read at the click', async () => {
  await open('<button data-ms-modal="profile" data-ms-modal-tab="security">x</button>')
  find('button').setAttribute('data-ms-modal-tab', 'profile')
  find('button').click()
  expect(openModal).toHaveBeenCalledExactlyOnceWith('PROFILE', { tab: 'profile' })
})

test('on any other modal it has no effect', async () => {
  await open('<button data-ms-modal="login" data-ms-modal-tab="security">x</button>')
  find('button').click()
  expect(openModal.mock.calls[0]?.[1] ?? {}).toEqual({})
})
