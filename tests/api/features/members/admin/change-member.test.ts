import { expect, test } from 'vitest'
import { sampleImage } from '../../../../support/sample-images'
import { openAdmin } from '../../../http/admin/open-admin'
import type { Admin } from '../../../http/admin/open-admin'

const password = 'correct horse'

async function openWithAnn() {
  const admin = await openAdmin()
  const ann = await admin.signUp('ann@example.com')
  return { admin, ...ann }
}

const login = (admin: Admin, email: string, typed = password) =>
  admin.call('login', { email, password: typed }, admin.as())

test('what is named changes: fields and metadata are merged, JSON is replaced', async () => {
  const { admin, id } = await openWithAnn()
  const first = {
    customFields: { 'first-name': 'Ann', company: 'Acme', 'internal-note': 'New' },
    metaData: { source: 'crm', visits: 1 },
    json: { a: 1, b: 2 },
    loginRedirect: '/welcome',
    profileImage: 'https://pictures.example/ann.png',
  }
  await admin.admin('changeMember', { member: id, ...first })
  const second = { customFields: { company: null }, metaData: { visits: 2 }, json: { c: 3 }, verified: true }
  const changed = await admin.admin('changeMember', { member: ' ANN@example.com', ...second })
  expect(changed).toMatchObject({
    id,
    verified: true,
    customFields: { 'first-name': 'Ann', company: null, 'internal-note': 'New' },
    metaData: { source: 'crm', visits: 2 },
    loginRedirect: '/welcome',
    profileImage: 'https://pictures.example/ann.png',
  })
  expect(changed.json).toEqual({ c: 3 })
  expect(await admin.admin('retrieveMember', { member: id })).toEqual(changed)
  const emptied = await admin.admin('changeMember', { member: id, loginRedirect: null, profileImage: null })
  expect(emptied).toMatchObject({ loginRedirect: null, profileImage: null })
})

test('the audit log names what was changed, and never what it is now', async () => {
  const { admin, id } = await openWithAnn()
  const change = { customFields: { 'internal-note': 'Owes us' }, password: 'another horse', verified: true }
  await admin.admin('changeMember', { member: id, ...change })
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'member.update',
    subject: id,
    detail: { fields: 'password, verified, customFields.internal-note' },
  })
})

test('a call that names nothing changes nothing', async () => {
  const { admin, id } = await openWithAnn()
  await admin.admin('retrieveMember', { member: id })
  const before = admin.dumpDatabase()
  expect(await admin.admin('changeMember', { member: id })).toMatchObject({ id })
  expect(admin.dumpDatabase()).toEqual(before)
})

test('another address is unproven, and what was mailed to the old one opens nothing; sessions go on', async () => {
  const { admin, id, token } = await openWithAnn()
  await admin.admin('changeMember', { member: id, verified: true })
  await admin.call('sendResetPasswordEmail', { email: 'ann@example.com' }, admin.as())
  const code = /\b\d{6}\b/u.exec((await admin.mailTo('ann@example.com'))?.text ?? '')?.[0] ?? 'no code'
  const changed = await admin.admin('changeMember', { member: id, email: 'Ann@New.example' })
  expect(changed).toMatchObject({ verified: false, auth: { email: 'ann@new.example' } })
  expect(await admin.mailTo('ann@new.example')).toBeNull()
  const reset = { token: code, newPassword: 'stolen horse', email: 'ann@example.com' }
  expect((await admin.call('resetPassword', reset, admin.as())).status).toBe(400)
  expect(await admin.member(token)).toMatchObject({ id })
  expect((await login(admin, 'ann@new.example')).status).toBe(200)
})

test('another address can be vouched for, and the same one changes nothing', async () => {
  const { admin, id } = await openWithAnn()
  const vouched = await admin.admin('changeMember', { member: id, email: 'ann@new.example', verified: true })
  expect(vouched.verified).toBe(true)
  const same = await admin.admin('changeMember', { member: id, email: 'ANN@new.example' })
  expect(same.verified).toBe(true)
})

test('another password ends every session', async () => {
  const { admin, id, token } = await openWithAnn()
  await admin.admin('changeMember', { member: id, password: 'another horse' })
  expect(await admin.call('getMember', {}, admin.as(token))).toMatchObject({ body: { data: null } })
  expect((await login(admin, 'ann@example.com')).status).toBe(401)
  expect((await login(admin, 'ann@example.com', 'another horse')).status).toBe(200)
})

test('too many tries with the old password do not block the new one', async () => {
  const admin = await openAdmin({ rateLimitFactor: 1 })
  const { id } = await admin.signUp('ann@example.com')
  let status = 401
  while (status === 401) ({ status } = await login(admin, 'ann@example.com', 'wrong horse'))
  expect(status).toBe(429)
  await admin.admin('changeMember', { member: id, password: 'another horse' })
  expect((await login(admin, 'ann@example.com', 'another horse')).status).toBe(200)
})

test('a picture that the member had uploaded goes with another one', async () => {
  const { admin, id, token } = await openWithAnn()
  const profileImage = new File([await sampleImage('png')], 'me.png')
  const { data } = await admin.call('updateProfileImage', { profileImage }, admin.as(token))
  const path = new URL(data.profileImage).pathname
  expect((await admin.request(path)).status).toBe(200)
  // Naming the current image changes nothing.
  await admin.admin('changeMember', { member: id, profileImage: data.profileImage })
  expect((await admin.request(path)).status).toBe(200)
  await admin.admin('changeMember', { member: id, profileImage: 'https://pictures.example/ann.png' })
  expect((await admin.request(path)).status).toBe(404)
})

test('a member’s file cannot be another member’s image', async () => {
  const { admin, id, token } = await openWithAnn()
  const bob = await admin.admin('createMember', { email: 'bob@example.com' })
  const profileImage = new File([await sampleImage('png')], 'me.png')
  const { data } = await admin.call('updateProfileImage', { profileImage }, admin.as(token))
  const refused = { status: 400, body: { code: 'invalid-field-value' } }
  expect(await admin.answerOf('changeMember', { member: bob.id, ...data })).toMatchObject(refused)
  expect(await admin.admin('retrieveMember', { member: id })).toMatchObject(data)
})

test('two changes at once both count', async () => {
  const { admin, id } = await openWithAnn()
  await Promise.all([
    admin.admin('changeMember', { member: id, customFields: { company: 'Acme' } }),
    admin.admin('changeMember', { member: id, customFields: { 'last-name': 'Lee' } }),
  ])
  const member = await admin.admin('retrieveMember', { member: id })
  expect(member?.customFields).toEqual({ company: 'Acme', 'last-name': 'Lee' })
})

test.for([
  ['an address that is taken', { email: 'bob@example.com' }, 409, 'email-already-in-use'],
  ['no address', { email: 'ann' }, 400, 'invalid-email'],
  ['a short password', { password: 'short' }, 400, 'invalid-password-too-short'],
  ['an unknown field', { customFields: { 'first-nmae': 'Ann' } }, 400, 'invalid-field-value'],
  ['more metadata than a member can have', { metaData: manyKeys('new') }, 400, 'field-limit-exceeded'],
  ['too much JSON', { json: { text: 'x'.repeat(1_000_000) } }, 400, 'field-limit-exceeded'],
  ['a page of another site', { loginRedirect: 'javascript:alert(1)' }, 400, 'invalid-field-value'],
  ['a picture that is none', { profileImage: 'javascript:alert(1)' }, 400, 'invalid-field-value'],
  ['nothing for a truth', { verified: null }, 400, 'invalid-field-type'],
] as const)('%s is refused, and the rest of the call changes nothing', async ([, wrong, status, code]) => {
  const { admin, id } = await openWithAnn()
  await admin.signUp('bob@example.com')
  await admin.admin('changeMember', { member: id, metaData: manyKeys('old') })
  const before = admin.dumpDatabase()
  const right = { member: id, verified: true, customFields: { company: 'Acme' } }
  expect(await admin.answerOf('changeMember', { ...right, ...wrong })).toMatchObject({ status, body: { code } })
  expect(admin.dumpDatabase()).toEqual(before)
})

function manyKeys(prefix: string): Record<string, number> {
  return Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${prefix}-${index}`, index]))
}

test('a change of an unknown member fails', async () => {
  const { admin } = await openWithAnn()
  for (const member of ['mem_sb_none', 'none@example.com', '@', 'mem_sb_none%00'])
    expect(await admin.answerOf('changeMember', { member, verified: true })).toMatchObject({
      status: 404,
      body: { code: 'member-not-found' },
    })
})
