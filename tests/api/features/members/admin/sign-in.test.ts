import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'
import { codeIn } from '../../../../support/newest-mail'
import { DEMO } from '../../../../support/open-shop'
import { linesOf, namesOf } from '../../../../support/security-events'
import { softAuthenticator } from '../../../../support/soft-authenticator'

const email = 'ann@example.com'
const password = 'correct horse'

/** A verified member with an authenticator app, a passkey and two sessions, one of them on a known device. */
async function openMember() {
  const admin = await openAdmin()
  const ann = await admin.signUp(email)
  await admin.store.members.update(ann.id, { verified: true })
  const how = admin.as(ann.token)
  const authenticator = softAuthenticator()
  const options = (await admin.call('getPasskeyOptions', {}, how)).data
  const passkey = (await admin.call('addPasskey', { credential: authenticator.create(options, DEMO) }, how)).data
  const { secret } = (await admin.call('startTotp', {}, how)).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: admin.clock.now() })
  await admin.call('confirmTotp', { code }, how)
  const logIn = async () => {
    const challenge = (await admin.call('getPasskeyLoginOptions', {}, admin.as())).data
    return admin.call('passkeyLogin', { credential: authenticator.get(challenge, DEMO), device: null }, admin.as())
  }
  const { device = '', tokens } = (await logIn()).data
  const statusOf = async (token: string) => (await admin.call('getMemberJson', {}, admin.as(token))).status
  return { admin, ann, passkey, logIn, device, other: tokens.accessToken, statusOf }
}

type Opened = Awaited<ReturnType<typeof openMember>>

/** An audit row and a mail, and what the security log has. */
async function expectTold(
  { admin, ann }: Opened,
  work: () => Promise<unknown>,
  told: { act: string; mail: string; events: string[] },
) {
  const before = await admin.countActs()
  const lines = await linesOf(admin, work)
  expect(await admin.countActs()).toBe(before + 1)
  expect(await admin.lastAct()).toMatchObject({
    act: told.act,
    subject: ann.id,
    actor: expect.stringContaining('admin key'),
  })
  expect((await admin.mailTo(email))?.text).toContain(told.mail)
  expect(namesOf(lines)).toEqual(told.events)
  expect(JSON.stringify(lines)).not.toContain(email)
}

test('an owner sees how a member logs in, and no secret', async () => {
  const { admin, ann, passkey, device } = await openMember()
  const shown = await admin.admin('retrieveMemberSignIn', { member: email })
  expect(shown).toMatchObject({
    hasPassword: true,
    providers: [],
    pendingEmail: null,
    secondFactor: { isOn: true, recoveryCodesLeft: 10, endsAt: null },
    passkeys: [{ id: passkey.id, name: passkey.name }],
    devices: [{ id: device.split('.')[0] }],
  })
  expect(shown.sessions.map(({ methods }) => methods)).toEqual(expect.arrayContaining([['passkey'], ['signup']]))
  const { text } = await admin.answerOf('retrieveMemberSignIn', { member: ann.id })
  for (const secret of [device.split('.')[1] ?? '', ann.token]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/digest|hash|publicKey|secret"/iu)
})

test('one session ends, then all, in both spellings', async () => {
  const opened = await openMember()
  const { admin, ann, other, statusOf } = opened
  const { sessions } = await admin.admin('retrieveMemberSignIn', { member: ann.id })
  const first = sessions.find(({ methods }) => methods.includes('signup'))!
  await expectTold(opened, () => admin.admin('removeMemberSession', { member: email, sessionId: first.id }), {
    act: 'member.sessions.end',
    mail: 'A login was ended.',
    events: ['sessions-ended'],
  })
  expect([await statusOf(ann.token), await statusOf(other)]).toEqual([401, 200])
  expect((await admin.answerOf('removeMemberSession', { member: email, sessionId: first.id })).status).toBe(404)
  await expectTold(opened, () => admin.admin('removeMemberSessions', { member: ann.id }), {
    act: 'member.sessions.end',
    mail: 'You were logged out everywhere.',
    events: ['sessions-ended'],
  })
  expect(await statusOf(other)).toBe(401)
  const { ended } = await admin.admin('endMemberSessions', { member: ann.id })
  expect(ended).toBe(0)
})

test('without the second factor the password is enough', async () => {
  const opened = await openMember()
  const { admin, ann } = opened
  expect((await admin.call('login', { email, password }, admin.as())).status).toBe(401)
  await expectTold(opened, () => admin.admin('removeMemberSecondFactor', { member: ann.id }), {
    act: 'member.second-factor.remove',
    mail: 'Two-step verification was turned off.',
    events: ['second-factor-disabled'],
  })
  expect((await admin.call('login', { email, password }, admin.as())).status).toBe(200)
  expect((await admin.answerOf('removeMemberSecondFactor', { member: ann.id })).body).toMatchObject({
    code: 'second-factor-off',
  })
})

test('a passkey goes, but not a member’s last way in', async () => {
  const opened = await openMember()
  const { admin, ann, passkey, logIn } = opened
  await admin.store.members.update(ann.id, { passwordHash: null, verified: false })
  const only = await admin.answerOf('removeMemberPasskey', { member: ann.id, passkeyId: passkey.id })
  expect([only.status, only.body]).toEqual([409, expect.objectContaining({ code: 'last-login-method' })])
  await admin.store.members.update(ann.id, { passwordHash: 'x' })
  await expectTold(opened, () => admin.admin('removeMemberPasskey', { member: email, passkeyId: passkey.id }), {
    act: 'member.passkey.remove',
    mail: `“${passkey.name}” was removed`,
    events: ['passkey-removed'],
  })
  expect((await logIn()).status).toBe(401)
})

test('known browsers are unknown then, and sessions stay', async () => {
  const opened = await openMember()
  const { admin, ann, other, statusOf } = opened
  await expectTold(opened, () => admin.admin('removeMemberDevices', { member: ann.id }), {
    act: 'member.devices.forget',
    mail: 'no longer recognize',
    events: [],
  })
  expect((await admin.admin('retrieveMemberSignIn', { member: ann.id })).devices).toEqual([])
  expect(await statusOf(other)).toBe(200)
})

test('the mail of an owner logs the member in, within the member’s own limit', async () => {
  const opened = await openMember()
  const { admin, ann } = opened
  await admin.admin('removeMemberSecondFactor', { member: ann.id })
  await expectTold(opened, () => admin.admin('sendMemberLoginLink', { member: ann.id }), {
    act: 'member.login-link.send',
    mail: 'Your code is:',
    events: [],
  })
  const passwordlessToken = codeIn((await admin.mailTo(email))?.text ?? '')
  expect((await admin.call('passwordlessLogin', { email, passwordlessToken }, admin.as())).data.member.id).toBe(ann.id)
})
