import { expect, test } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import { openTestServices } from '../../../support/open-test-services'
import { onStatement } from '../../../support/on-statement'

const ann: Call<'signup'> = { email: ' Ann@Example.com ', password: 'correct horse' }

test('a sign-up logs in, keeps the address in lower case and joins free plans', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', {
    ...ann,
    customFields: { 'first-name': 'Ann', newsletter: 'true', 'internal-note': 'x', unknown: 'x' },
    metaData: { source: 'test' },
    plans: [{ planId: 'pln_free' }, { planId: 'pln_free' }, { planId: 'pln_newsletter' }],
    options: { includeContentGroups: true },
  })

  expect(data.member).toMatchObject({
    id: expect.stringMatching(/^mem_sb_/u),
    verified: false,
    auth: { email: 'ann@example.com', hasPassword: true, providers: [] },
    createdAt: '2026-11-21T09:00:00.000Z',
    metaData: { source: 'test' },
    json: {},
  })
  expect(data.member.customFields).toEqual({ 'first-name': 'Ann', newsletter: true })
  expect(data.member.planConnections.map(({ planName, type, active }) => [planName, type, active])).toEqual([
    ['Free', 'FREE', true],
    ['Newsletter', 'FREE', true],
  ])
  expect(data.contentGroups?.map(({ key, activeMemberHasAccess }) => [key, activeMemberHasAccess])).toEqual([
    ['members-area', true],
    ['pro-area', false],
    ['free-area', true],
  ])
  expect(data.tokens).toMatchObject({ type: 'bearer', expires: services.clock.now() + 14 * 86_400_000 })
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(data.member.id)
})

test('the database keeps neither the password nor the token', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', ann)
  const stored = await services.store.members.findById(data.member.id)
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/u)
  expect(await services.store.sessions.find(data.tokens.accessToken, services.clock.now())).toBeNull()
  expect(await services.store.members.findById(data.member.id)).not.toHaveProperty('password')
})

test.for([
  ['pln_nothing', 'plan-not-found'],
  ['pln_closed', 'plan-not-found'],
  ['pln_staff', 'plan-restricted-to-admin'],
])('a sign-up with %s is refused with %s and makes no member', async ([planId, code]) => {
  const base = { description: undefined, active: true, restrictedToAdmin: false, redirects: {}, prices: [] }
  const services = await openTestServices()
  services.app.plans = [
    ...services.app.plans,
    { ...base, id: 'pln_closed', name: 'Closed', active: false },
    { ...base, id: 'pln_staff', name: 'Staff', restrictedToAdmin: true },
  ]
  const attempt = services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }, { planId: planId! }] })
  await expect(attempt).rejects.toMatchObject({ code })
  expect(await services.store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toBeNull()
  expect(services.hashes()).toBe(0)
})

test('a plan with a price is skipped: its checkout follows the sign-up', async () => {
  const services = await openTestServices()
  const { data } = await services.call('signup', { ...ann, plans: [{ planId: 'pln_pro' }, { planId: 'pln_free' }] })
  expect(data.member.planConnections.map(({ planId }) => planId)).toEqual(['pln_free'])
})

test('the last place of a plan goes to one of two sign-ups at once, and the other leaves no member', async () => {
  const services = await openTestServices()
  services.app.plans = services.app.plans.map((plan) => (plan.id === 'pln_free' ? { ...plan, memberLimit: 1 } : plan))
  const plans = [{ planId: 'pln_free' }]
  const results = await Promise.allSettled([
    services.call('signup', { ...ann, email: 'a@example.com', plans }),
    services.call('signup', { ...ann, email: 'b@example.com', plans }),
  ])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: 'plan-member-limit-reached' }])
  const members = await Promise.all(
    ['a', 'b'].map((name) => services.store.members.findByEmail('app_demo', 'test', `${name}@example.com`)),
  )
  expect(members.filter(Boolean)).toHaveLength(1)
})

test('an address can be taken once in each mode, also by two sign-ups at the same moment', async () => {
  const services = await openTestServices()
  const results = await Promise.allSettled([services.call('signup', ann), services.call('signup', ann)])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: 'email-already-in-use' }])
  const { data } = await services.call('signup', ann, { mode: 'live' })
  expect(data.member.id).toMatch(/^mem_(?!sb_)/u)
})

test('a failure of the last write leaves no part of a sign-up', async () => {
  const services = await openTestServices({ verificationMailOnSignup: true })
  const failing = onStatement({ ...services.store }, (statement) => {
    if (statement === 'insert outbox') throw new Error('disk full')
  })
  services.store.transaction = (work, queue) => failing.transaction(work, queue)
  const attempt = services.call('signup', { ...ann, plans: [{ planId: 'pln_free' }] })
  await expect(attempt).rejects.toThrow('disk full')
  expect(await services.store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toBeNull()
  expect(await services.store.planConnections.countByPlan('app_demo', 'test', 'pln_free')).toBe(0)
})

test('an app that wants verified addresses mails the link at once', async () => {
  const services = await openTestServices({ verificationMailOnSignup: true })
  await services.call('signup', ann)
  const [mail, ...others] = await services.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'ann@example.com', from: 'Demo <hello@demo.example>' })
  expect(mail?.text).toMatch(/http:\/\/localhost:4001\/account\/verify-email\?token=[\w-]{22}\n/u)
})

test('an app that requires a captcha refuses sign-ups without one', async () => {
  const services = await openTestServices({ captchaRequired: true })
  await expect(services.call('signup', ann)).rejects.toMatchObject({ code: 'invalid-captcha' })
})

test.for([
  ['http://localhost:4002', 'test', undefined],
  ['https://elsewhere.example', 'test', 'invalid-field-value'],
  ['http://localhost:4002', 'live', 'invalid-field-value'],
] as const)('origin_domain %s in %s mode: %s', async ([originDomain, mode, code]) => {
  const services = await openTestServices()
  const attempt = services.call('signup', { ...ann, origin_domain: originDomain }, { mode })
  if (code) await expect(attempt).rejects.toMatchObject({ code })
  else await expect(attempt).resolves.toBeDefined()
})

test('the 31st sign-up from one IP address in ten minutes has to wait', async () => {
  const services = await openTestServices({ captchaRequired: true })
  for (let attempt = 0; attempt < 30; attempt += 1) {
    await expect(services.call('signup', ann)).rejects.toMatchObject({ code: 'invalid-captcha' })
  }
  await expect(services.call('signup', ann)).rejects.toMatchObject({
    code: 'too-many-requests',
    retryAfterSeconds: 600,
  })
})

test('the redirect is the plan’s before the app’s', async () => {
  const services = await openTestServices({ redirects: { afterSignup: '/app' } })
  services.app.plans = services.app.plans.map((plan) =>
    plan.id === 'pln_free' ? { ...plan, redirects: { afterSignup: '/plan' } } : plan,
  )
  const { data: first } = await services.call('signup', ann)
  const { data: second } = await services.call('signup', {
    ...ann,
    email: 'b@example.com',
    plans: [{ planId: 'pln_free' }],
  })
  expect([first.redirect, second.redirect]).toEqual(['/app', '/plan'])
})
