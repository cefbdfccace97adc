// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

afterEach(leavePage)

test('ends all others and says what the server says', async () => {
  const client = fakeClient()
  client.endOtherMemberSessions.mockResolvedValue({ data: { ended: 2 }, message: 'All other sessions have ended.' })
  await mountPage('<button data-ms-action="end-other-sessions">End</button>', { member: aMember(), client })
  find('button').click()
  await settle()
  expect(client.endOtherMemberSessions).toHaveBeenCalledExactlyOnceWith()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('All other sessions have ended.')
})

test('shows a refusal', async () => {
  const client = fakeClient()
  client.endOtherMemberSessions.mockRejectedValue({
    code: 'reauthentication-required',
    message: 'Please log in again.',
  })
  await mountPage('<button data-ms-action="end-other-sessions">End</button>', { member: aMember(), client })
  find('button').click()
  await settle()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Please log in again.', true)
})
