import { expect, test } from 'vitest'
import { openAdmin } from '../../../http/admin/open-admin'
import { moveEmail } from '../../../../support/move-email'

test('a member is made with everything that an admin says of them, and can log in', async () => {
  const admin = await openAdmin()
  const made = await admin.admin('createMember', {
    email: ' Ann@Example.com',
    password: 'correct horse',
    plans: [{ planId: 'pln_free' }, { planId: 'pln_staff' }, { planId: 'pln_free' }],
    customFields: { 'first-name': 'Ann', newsletter: 'on', 'internal-note': 'Likes tea' },
    metaData: { source: 'crm' },
    json: { theme: { dark: true } },
    loginRedirect: '/welcome',
    verified: true,
  })
  expect(made).toEqual({
    id: expect.stringMatching(/^mem_sb_/u),
    auth: { email: 'ann@example.com', hasPassword: true, providers: [] },
    verified: true,
    customFields: { 'first-name': 'Ann', newsletter: true, 'internal-note': 'Likes tea' },
    metaData: { source: 'crm' },
    json: { theme: { dark: true } },
    loginRedirect: '/welcome',
    lastLogin: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    profileImage: null,
    stripeCustomerId: null,
    permissions: [],
    isModerator: false,
    teams: { ownedTeams: [], joinedTeams: [] },
    planConnections: [
      expect.objectContaining({ planId: 'pln_free', planName: 'pln_free', type: 'FREE', active: true, payment: null }),
      expect.objectContaining({ planId: 'pln_staff', status: 'ACTIVE' }),
    ],
  })
  expect(await admin.lastAct()).toEqual({
    actor: 'admin key tests',
    act: 'member.create',
    subject: made.id,
    detail: { plans: 'pln_free, pln_staff' },
  })
  expect(await admin.mailTo('ann@example.com')).toBeNull()

  admin.clock.advance(60_000)
  const { data } = await admin.call('login', { email: 'ann@example.com', password: 'correct horse' }, admin.as())
  expect(data.redirect).toBe('/welcome')
  expect(data.member.customFields).not.toHaveProperty('internal-note')
  const { lastLogin } = (await admin.admin('retrieveMember', { member: made.id })) ?? {}
  expect(lastLogin).toBe('2026-11-21T09:01:00.000Z')
})

test('an address alone is enough: its owner chooses a password later', async () => {
  const admin = await openAdmin()
  const made = await admin.admin('createMember', { email: 'ann@example.com' })
  expect(made).toMatchObject({ verified: false, customFields: {}, json: {}, auth: { hasPassword: false } })
  expect(await admin.lastAct()).toMatchObject({ act: 'member.create', detail: {} })
})

test('a plan with a team comes with one', async () => {
  const admin = await openAdmin()
  const made = await admin.admin('createMember', { email: 'ann@example.com', plans: [{ planId: 'pln_crew' }] })
  expect(made.teams.ownedTeams).toHaveLength(1)
})

const ann = { email: 'ann@example.com' }

test.for([
  ['nothing', {}, 400, 'required-field-missing'],
  ['no address', { email: 'no address' }, 400, 'invalid-email'],
  ['a short password', { ...ann, password: 'short' }, 400, 'invalid-password-too-short'],
  ['plans by their ids alone', { ...ann, plans: ['pln_free'] }, 400, 'invalid-field-type'],
  ['an unknown plan', { ...ann, plans: [{ planId: 'pln_none' }] }, 404, 'plan-not-found'],
  ['a closed plan', { ...ann, plans: [{ planId: 'pln_closed' }] }, 404, 'plan-not-found'],
  ['a priced plan', { ...ann, plans: [{ planId: 'pln_free' }, { planId: 'pln_pro' }] }, 400, 'plan-not-free'],
  ['a full plan', { ...ann, plans: [{ planId: 'pln_free' }, { planId: 'pln_few' }] }, 409, 'plan-member-limit-reached'],
  [
    'two teams',
    { ...ann, plans: [{ planId: 'pln_crew' }, { planId: 'pln_other-crew' }] },
    409,
    'can-only-have-one-active-team',
  ],
  ['an unknown field', { ...ann, customFields: { 'first-nmae': 'Ann' } }, 400, 'invalid-field-value'],
  ['a value that does not fit', { ...ann, customFields: { newsletter: 'perhaps' } }, 400, 'invalid-field-value'],
  ['a list of fields', { ...ann, customFields: ['Ann'] }, 400, 'invalid-field-type'],
  ['long metadata', { ...ann, metaData: { note: 'x'.repeat(501) } }, 400, 'field-limit-exceeded'],
  ['too much JSON', { ...ann, json: { text: 'x'.repeat(1_000_000) } }, 400, 'field-limit-exceeded'],
  ['a list as JSON', { ...ann, json: [] }, 400, 'invalid-field-type'],
  ['a page of another site', { ...ann, loginRedirect: 'https://evil.example/' }, 400, 'invalid-field-value'],
  ['a page of another host', { ...ann, loginRedirect: '//evil.example/' }, 400, 'invalid-field-value'],
  ['a text for a truth', { ...ann, verified: 'true' }, 400, 'invalid-field-type'],
  ['an address that is taken', { email: 'TAKEN@example.com' }, 409, 'email-already-in-use'],
] as const)('a member with %s is refused, and nothing is made', async ([, input, status, code]) => {
  const admin = await openAdmin()
  await admin.admin('createMember', { email: 'taken@example.com', plans: [{ planId: 'pln_few' }] })
  const before = admin.dumpDatabase()
  expect(await admin.answerOf('createMember', input)).toMatchObject({ status, body: { code } })
  expect(admin.dumpDatabase()).toEqual(before)
})

test('a field that the app does not have is named, so that a slip of the pen is found', async () => {
  const admin = await openAdmin()
  const { body } = await admin.answerOf('createMember', { ...ann, customFields: { 'first-nmae': 'Ann' } })
  expect(body).toMatchObject({ message: 'This app has no custom field "first-nmae".' })
  const long = await admin.answerOf('createMember', { ...ann, customFields: { ['<b>'.repeat(100)]: 'Ann' } })
  expect(long.body).toMatchObject({ message: 'This app has no custom field with this key.' })
})

test('of two calls at once for one address one makes a member', async () => {
  const admin = await openAdmin()
  const answers = await Promise.all([admin.answerOf('createMember', ann), admin.answerOf('createMember', ann)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await admin.countActs()).toBe(1)
})

test('an address that its owner can still take back is not free', async () => {
  const admin = await openAdmin()
  const { id, token } = await admin.signUp('old@example.com')
  await admin.store.members.update(id, { verified: true })
  await moveEmail(admin, 'new@example.com', admin.as(token))
  expect(await admin.answerOf('createMember', { email: 'old@example.com' })).toMatchObject({ status: 409 })
})
