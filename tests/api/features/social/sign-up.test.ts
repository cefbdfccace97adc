import { expect, test } from 'vitest'
import { holdTeamPlan } from '../plans/open-team'
import { codeOf, identityOf, loginOf, openSocial } from './open-social'
import type { Way } from './open-social'
import { moveEmail } from '../../../support/move-email'

const named: Way = { identity: { firstName: 'Ann', lastName: 'O’Neil' } }

test('creates a member without a password, verified if the provider says so, and logs in', async () => {
  const social = await openSocial({ redirects: { afterSignup: '/welcome' } })
  const end = await social.go('signup')
  const { member, tokens, redirect } = loginOf(end)
  expect(end).toMatchObject({ openerOrigin: 'http://localhost:4002', answer: { state: 'mine', came: 'signup' } })
  expect(member).toMatchObject({
    verified: true,
    auth: { email: 'ann@example.com', hasPassword: false, providers: [{ provider: 'google' }] },
  })
  expect(redirect).toBe('/welcome')
  expect((await social.call('getMember', {}, { token: tokens.accessToken })).data?.id).toBe(member.id)
  expect(await social.mailTo('ann@example.com')).toBeNull()
})

test('stores the page’s fields and free plans, and skips paid plans', async () => {
  const social = await openSocial()
  const wishes = {
    customFields: { 'first-name': 'Anna', age: '30', 'internal-note': 'x', unknown: 'y' },
    plans: [{ planId: 'pln_free' }, { planId: 'pln_pro' }, { planId: 'pln_free' }],
  }
  const { member } = loginOf(await social.go('signup', { wishes }))
  expect(member.planConnections.map(({ planId }) => planId)).toEqual(['pln_free'])
  const { customFields } = (await social.store.members.findById(member.id))!
  expect(customFields['first-name']).toBe('Anna')
  expect(Object.keys(customFields)).not.toContain('unknown')
  expect(Object.keys(customFields)).not.toContain('internal-note')
})

test.for([
  ['nothing', {}, { 'first-name': 'Ann', 'last-name': 'O’Neil' }],
  ['empty fields', { 'first-name': '', 'last-name': null }, { 'first-name': 'Ann', 'last-name': 'O’Neil' }],
  ['one of them', { 'first-name': 'Anna' }, { 'first-name': 'Anna', 'last-name': 'O’Neil' }],
] as const)('uses the provider’s names if the page sent %s', async ([, customFields, kept]) => {
  const social = await openSocial()
  const { member } = loginOf(await social.go('signup', { ...named, wishes: { customFields } }))
  expect(member.customFields).toMatchObject(kept)
})

test('stores no name in a field that is missing, admin-only, or not a text', async () => {
  const common = { label: 'x', required: false, order: null, hidden: false, visibility: 'PUBLIC' } as const
  const field = { ...common, options: [] }
  const social = await openSocial({
    customFields: [
      { ...field, key: 'first-name', type: 'number', restrictToAdmin: false },
      { ...field, key: 'last-name', type: 'text', restrictToAdmin: true },
    ],
  })
  const { member } = loginOf(await social.go('signup', named))
  expect((await social.store.members.findById(member.id))?.customFields).toEqual({})
})

test('an unverified address gets the sign-up mail, if the app sends it', async () => {
  const social = await openSocial({ verificationMailOnSignup: true })
  const { member } = loginOf(await social.go('signup', { provider: 'spotify', identity: { emailVerified: false } }))
  expect(member.verified).toBe(false)
  expect((await social.mailTo('ann@example.com'))?.text).toContain('/account/verify-email?token=')
  const bob = identityOf({ subject: 'bob', email: 'bob@example.com' })
  await social.go('signup', { identity: bob })
  expect(await social.mailTo('bob@example.com')).toBeNull()
})

test.for([
  ['none', { email: null }],
  ['one that is none', { email: 'ann at example' }],
  ['one that is too long', { email: `${'a'.repeat(250)}@example.com` }],
] as const)('refuses a sign-up without an address (%s)', async ([, identity]) => {
  const social = await openSocial()
  expect(codeOf(await social.go('signup', { identity }))).toBe('provider-email-missing')
  expect(codeOf(await social.go('login', { identity, wishes: { allowSignup: true } }))).toBe('provider-email-missing')
  expect(codeOf(await social.go('login', { identity }))).toBe('account-not-found')
})

test('refuses an address that its former owner can still take back', async () => {
  const social = await openSocial()
  const first = loginOf(await social.go('signup'))
  await moveEmail(social, 'new@example.com', { token: first.tokens.accessToken })
  const other = { identity: { subject: 'subject-other' } }
  expect(codeOf(await social.go('signup', other))).toBe('email-already-in-use')
  social.clock.advance(72 * 3_600_000)
  expect(loginOf(await social.go('signup', other)).member.id).not.toBe(first.member.id)
})

test('an invalid invitation is reported and does not cost the account', async () => {
  const social = await openSocial()
  const wishes = { inviteToken: 'gone' }
  const end = await social.go('signup', { wishes })
  expect(loginOf(end).member.auth.email).toBe('ann@example.com')
  expect(end).toMatchObject({ answer: { message: expect.stringContaining('You could not join the team.') } })
  expect(await social.go('login', { wishes })).toMatchObject({ answer: { message: expect.stringContaining('team') } })
})

test.for(['is new', 'has an account'])('an invited person who %s joins the team', async (who) => {
  const social = await openSocial()
  const owner = (await social.call('signup', { email: 'boss@example.com', password: 'correct horse' })).data
  const connection = await holdTeamPlan({ ...social.services, app: social.app }, owner.member.id)
  const { id: teamId, inviteToken } = (await social.store.teams.findByConnection(connection.id))!
  if (who === 'has an account') await social.go('signup')
  const { member } = loginOf(await social.go('signup', { wishes: { inviteToken } }))
  expect(member.teams.joinedTeams).toMatchObject([{ teamId }])
})

test('limits sign-ups per IP address of the caller', async () => {
  const social = await openSocial({}, { rateLimitFactor: 1 })
  const codes: (string | null)[] = []
  for (let count = 0; count < 31; count += 1) {
    const identity = { subject: String(count), email: `${count}@example.com` }
    codes.push(codeOf(await social.go('signup', { identity })))
  }
  expect(codes.filter((code) => code !== null)).toEqual(['too-many-requests'])
})

test('a failed sign-up leaves nothing', async () => {
  const plan = { name: 'A', prices: [], active: true, restrictedToAdmin: false, redirects: {} }
  const plans = [
    { ...plan, id: 'pln_open' },
    { ...plan, id: 'pln_full', memberLimit: 0 },
  ]
  const social = await openSocial({ plans, verificationMailOnSignup: true })
  const before = social.dumpDatabase()
  const wishes = { plans: plans.map(({ id }) => ({ planId: id })) }
  const way: Way = { wishes, identity: { emailVerified: false } }
  expect(codeOf(await social.go('signup', way))).toBe('plan-member-limit-reached')
  expect(social.dumpDatabase()).toEqual(before)
})

test('stores only the data of this sign-up', async () => {
  const social = await openSocial({ keepsSignupRecords: true })
  const { member } = loginOf(await social.go('signup', named))
  expect(social.dumpDatabase()['signup_records']).toMatchObject([{ member_id: member.id, email: 'ann@example.com' }])
})
