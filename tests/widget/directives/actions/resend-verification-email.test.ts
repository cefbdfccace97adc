// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { $loading } from '../../../../widget/stores/feedback'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'

const html = '<form id="f"><button data-ms-action="resend-verification-email">Send again</button></form>'
const member = aMember()
const sent = { data: { success: true as const }, message: 'We have sent you an email.' }

afterEach(leavePage)

const clientThat = (answer: () => Promise<typeof sent>) => {
  const client = fakeClient()
  client.sendMemberVerificationEmail.mockImplementation(answer)
  return client
}

test('sends the mail and says what the server says', async () => {
  const client = clientThat(async () => sent)
  await mountPage(html, { member, client })
  find('button').click()
  await settle()
  expect(client.sendMemberVerificationEmail).toHaveBeenCalledExactlyOnceWith()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('We have sent you an email.')
})

test('does not submit a form around it', async () => {
  await mountPage(html, { member, client: clientThat(async () => sent) })
  const followed = find('button').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(followed).toBe(false)
})

test('one at a time, busy until done, and again afterwards', async () => {
  let answer: () => void = () => {}
  const client = clientThat(async () => new Promise((resolve) => void (answer = () => resolve(sent))))
  await mountPage(html, { member, client })
  const loading = $loading.get()
  find('button').click()
  find('button').click()
  await settle()
  expect([find('button').getAttribute('aria-busy'), $loading.get() - loading]).toEqual(['true', 1])
  expect(client.sendMemberVerificationEmail).toHaveBeenCalledTimes(1)
  answer()
  await settle()
  expect([find('button').hasAttribute('aria-busy'), $loading.get() - loading]).toEqual([false, 0])
  find('button').click()
  expect(client.sendMemberVerificationEmail).toHaveBeenCalledTimes(2)
})

test('a refusal is said, and the next try is open', async () => {
  const client = clientThat(async () => Promise.reject({ code: 'too-many-requests', message: 'Too many attempts.' }))
  await mountPage(html, { member, client })
  find('button').click()
  await settle()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Too many attempts.', true)
  expect(client.getCurrentMember).not.toHaveBeenCalled()
  expect(find('button').hasAttribute('aria-busy')).toBe(false)
})

test('who is verified already is said so, and the page hears of it', async () => {
  const client = clientThat(async () => Promise.reject({ code: 'already-verified', message: 'Verified already.' }))
  client.getCurrentMember.mockImplementation(async () => {
    setMember(aMember({ verified: true }))
    return { data: null }
  })
  await mountPage(html, { member, client })
  find('button').click()
  await settle()
  expect(client.getCurrentMember).toHaveBeenCalledExactlyOnceWith()
  expect(client._showMessage).toHaveBeenCalledExactlyOnceWith('Verified already.', true)
})

test.each(['Enter', ' '])('works on an element that is no button, by the key %j', async (key) => {
  const client = clientThat(async () => sent)
  await mountPage('<div data-ms-action="resend-verification-email">Again</div>', { member, client })
  expect([find('div').getAttribute('role'), find('div').tabIndex]).toEqual(['button', 0])
  find('div').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  expect(client.sendMemberVerificationEmail).toHaveBeenCalledTimes(1)
})

test('an element that is given another action stops sending mails', async () => {
  const client = clientThat(async () => sent)
  await mountPage(html, { member, client })
  find('button').setAttribute('data-ms-action', 'login-redirect')
  await settle()
  find('button').click()
  expect(client.sendMemberVerificationEmail).not.toHaveBeenCalled()
})
