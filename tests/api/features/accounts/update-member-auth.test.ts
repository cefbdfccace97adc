import { expect, test } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import { codeIn, openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { onStatement } from '../../../support/on-statement'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const newPassword = 'battery staple'
const newEmail = 'ann@elsewhere.example'

async function openAsAnn(changes: Parameters<typeof openTestServices>[0] = {}) {
  const services = await openTestServices(changes)
  const { data } = await services.call('signup', ann)
  await services.store.members.update(data.member.id, { verified: true })
  const token = data.tokens.accessToken
  const update = async (input: Call<'updateMemberAuth'>) =>
    services.call('updateMemberAuth', input, await services.as(token))
  await newMails(services)
  return { services, id: data.member.id, token, update }
}

async function newMails(services: TestServices) {
  const mails = await services.mails()
  for (const { id } of mails) await services.store.outbox.delete(id)
  return mails
}

test('a new password ends the other sessions and open codes, and keeps this session', async () => {
  const { services, id, token, update } = await openAsAnn()
  const { data: other } = await services.call('login', ann)
  await services.call('sendResetPasswordEmail', { email: ann.email })
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const passwordlessToken = codeIn((await newMails(services)).at(-1))

  const { data } = await update({ oldPassword: ann.password, newPassword })
  expect(data).toMatchObject({ id, verified: true, auth: { email: ann.email, hasPassword: true } })
  expect((await services.as(token)).member?.id).toBe(id)
  expect((await services.as(other.tokens.accessToken)).member).toBeNull()
  expect(await services.store.codes.findOpen(id, 'reset-password', services.clock.now())).toBeNull()
  const late = services.call('passwordlessLogin', { email: ann.email, passwordlessToken })
  await expect(late).rejects.toMatchObject({ code: 'invalid-passwordless-login-code' })
  await expect(services.call('login', ann)).rejects.toMatchObject({ code: 'invalid-credentials' })
  await services.call('login', { ...ann, password: newPassword })
})

test.for([
  [{}, 'required-field-missing'],
  [{ oldPassword: ann.password }, 'required-field-missing'],
  [{ newPassword }, 'required-field-missing'],
  [{ oldPassword: 'wrong horse', newPassword }, 'invalid-password'],
] as const)('%j is refused with %s and changes nothing', async ([input, code]) => {
  const { services, id, update } = await openAsAnn()
  const before = await services.store.members.findById(id)
  await expect(update(input)).rejects.toMatchObject({ code })
  expect(await services.store.members.findById(id)).toEqual(before)
})

test('wrong current passwords are limited separately from logins, which anyone can fail', async () => {
  const { services, update } = await openAsAnn()
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await expect(update({ oldPassword: 'wrong horse', newPassword })).rejects.toMatchObject({
      code: 'invalid-password',
    })
  }
  const late = update({ oldPassword: ann.password, newPassword })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
  await services.call('login', ann)
})

test('a member without a password needs none to choose one', async () => {
  const { services, id, update } = await openAsAnn()
  await services.store.members.update(id, { passwordHash: null })
  expect((await update({ newPassword })).data.auth.hasPassword).toBe(true)
  await services.call('login', { ...ann, password: newPassword })
})

test('the address that the member has already changes nothing', async () => {
  const { services, update } = await openAsAnn()
  const { data } = await update({ email: 'ANN@example.com' })
  expect(data).toMatchObject({ verified: true, auth: { email: ann.email } })
  expect(await newMails(services)).toEqual([])
})

test('a taken address is refused, and with it the password that came along', async () => {
  const { services, update } = await openAsAnn()
  await services.call('signup', { ...ann, email: newEmail })
  const attempt = update({ email: newEmail, oldPassword: ann.password, newPassword })
  await expect(attempt).rejects.toMatchObject({ code: 'email-already-in-use' })
  await services.call('login', ann)
})

test('a wrong current password also stops the email change of the same call', async () => {
  const { services, update } = await openAsAnn()
  const attempt = update({ email: newEmail, oldPassword: 'wrong horse', newPassword })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-password' })
  await services.call('login', ann)
  expect(await newMails(services)).toEqual([])
})

test('both at once are one change', async () => {
  const { services, update } = await openAsAnn()
  const { data, message } = await update({ email: newEmail, oldPassword: ann.password, newPassword })
  expect([data.auth.email, message]).toEqual([ann.email, expect.stringContaining('open the link')])
  await services.call('login', { email: ann.email, password: newPassword })
  expect((await newMails(services)).map(({ to }) => to)).toEqual([newEmail])
})

test('a failure at the last write leaves address, password and sessions as they were', async () => {
  const { services, id, update } = await openAsAnn()
  const before = await services.store.members.findById(id)
  const failing = onStatement({ ...services.store }, (statement) => {
    if (statement === 'insert outbox') throw new Error('disk full')
  })
  services.store.transaction = (work, queue) => failing.transaction(work, queue)
  const attempt = update({ email: newEmail, oldPassword: ann.password, newPassword })
  await expect(attempt).rejects.toThrow('disk full')
  expect(await services.store.members.findById(id)).toEqual(before)
})

test('a request whose session a reset has ended changes nothing', async () => {
  const { services, id, token } = await openAsAnn()
  const context = await services.as(token)
  await services.store.sessions.deleteByMember(id)
  const attempt = services.call('updateMemberAuth', { email: newEmail }, context)
  await expect(attempt).rejects.toMatchObject({ code: 'client/invalid-token' })
  expect((await services.store.members.findById(id))?.email).toBe(ann.email)
})

test('an account may change its address five times in fifteen minutes', async () => {
  const { update } = await openAsAnn()
  for (let n = 0; n < 5; n += 1) await update({ email: `ann${n}@example.com` })
  await expect(update({ email: 'ann9@example.com' })).rejects.toMatchObject({ code: 'too-many-requests' })
})
