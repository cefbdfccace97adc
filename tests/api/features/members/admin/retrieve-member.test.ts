import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'

test('a member is found by id, and by address however it is written', async () => {
  const admin = await openAdmin()
  const made = await admin.admin('createMember', { email: 'a+b@example.com' })
  for (const member of [made.id, 'a+b@example.com', ' A+B@Example.com '])
    expect(await admin.admin('retrieveMember', { member })).toEqual(made)
})

test('who is not there is null, as published clients expect', async () => {
  const admin = await openAdmin()
  for (const member of ['mem_sb_none', 'none@example.com', 'x', '@', `${'x'.repeat(300)}@example.com`])
    expect(await admin.answerOf('retrieveMember', { member })).toMatchObject({ status: 200, body: { data: null } })
})

test('a sign-up and a login are noted as the last login, whichever way it was', async () => {
  const admin = await openAdmin()
  const { id } = await admin.signUp('ann@example.com')
  const lastLogin = async () => (await admin.admin('retrieveMember', { member: id }))?.lastLogin
  expect(await lastLogin()).toBe('2026-11-21T09:00:00.000Z')
  admin.clock.advance(60_000)
  await admin.call('login', { email: 'ann@example.com', password: 'wrong horse' }, admin.as())
  expect(await lastLogin()).toBe('2026-11-21T09:00:00.000Z')
  await admin.call('sendPasswordlessLoginEmail', { email: 'ann@example.com' }, admin.as())
  const code = /\b\d{6}\b/u.exec((await admin.mailTo('ann@example.com'))?.text ?? '')?.[0] ?? 'no code'
  await admin.call('passwordlessLogin', { email: 'ann@example.com', passwordlessToken: code }, admin.as())
  expect(await lastLogin()).toBe('2026-11-21T09:01:00.000Z')
})
