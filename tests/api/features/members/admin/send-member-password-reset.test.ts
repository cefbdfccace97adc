import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'

test('a member without a password is mailed a way to one, and logs in with it', async () => {
  const admin = await openAdmin()
  const { id } = await admin.admin('createMember', { email: 'ann@example.com' })
  expect(await admin.admin('sendMemberPasswordReset', { member: id })).toEqual({ success: true })
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'member.password-reset.send',
    subject: id,
    detail: {},
  })
  const mail = await admin.mailTo('ann@example.com')
  expect(mail?.subject).toContain('password reset code')
  const token = /\b\d{6}\b/u.exec(mail?.text ?? '')?.[0] ?? 'no code'
  const email = 'ann@example.com'
  await admin.call('resetPassword', { token, email, newPassword: 'correct horse' }, admin.as())
  expect((await admin.call('login', { email, password: 'correct horse' }, admin.as())).status).toBe(200)
})

test('the mail limit of the member’s own requests applies and is reported', async () => {
  const admin = await openAdmin({ rateLimitFactor: 1 })
  const { id } = await admin.admin('createMember', { email: 'ann@example.com' })
  for (let mails = 0; mails < 5; mails += 1) await admin.admin('sendMemberPasswordReset', { member: id })
  // A mail that is being sent changes its row.
  await admin.outbox.drain()
  const before = admin.dumpDatabase()
  expect(await admin.answerOf('sendMemberPasswordReset', { member: id })).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests' },
  })
  expect(admin.dumpDatabase()).toEqual(before)
})

test('an unknown member gets no mail', async () => {
  const admin = await openAdmin()
  const refused = { status: 404, body: { code: 'member-not-found' } }
  expect(await admin.answerOf('sendMemberPasswordReset', { member: 'none@example.com' })).toMatchObject(refused)
  expect(await admin.mailTo('none@example.com')).toBeNull()
})
