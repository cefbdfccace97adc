import { expect, test } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import { codeIn, openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const email = 'ann@example.com'
const refused = { code: 'invalid-passwordless-login-code', status: 400 }

async function openWithCode(changes: Parameters<typeof openTestServices>[0] = {}) {
  const services = await openTestServices(changes)
  await services.call('sendPasswordlessSignupEmail', { email })
  const [mail] = await services.mails()
  const code = codeIn(mail)
  return { services, mail, code, wrong: code === '000000' ? '000001' : '000000' }
}

const join = (services: TestServices, passwordlessToken: string, input: Partial<Call<'passwordlessSignup'>> = {}) =>
  services.call('passwordlessSignup', { email, passwordlessToken, ...input })

const annIn = ({ store }: TestServices) => store.members.findByEmail('app_demo', 'test', email)

test('the code makes a verified member without a password, who is logged in', async () => {
  const { services, mail, code } = await openWithCode({ verificationMailOnSignup: true })
  expect(mail).toMatchObject({ to: email, subject: 'Your Demo sign-up code' })
  const { data } = await join(services, code, {
    customFields: { 'first-name': 'Ann', newsletter: 'true', 'internal-note': 'x', unknown: 'x' },
    metaData: { source: { campaign: 'test' } },
    plans: [{ planId: 'pln_free' }, { planId: 'pln_pro' }],
    options: { includeContentGroups: true },
  })
  expect(data.member).toMatchObject({
    verified: true,
    auth: { email, hasPassword: false },
    metaData: { source: { campaign: 'test' } },
  })
  expect(data.member.customFields).toEqual({ 'first-name': 'Ann', newsletter: true })
  expect(data.member.planConnections.map(({ planId }) => planId)).toEqual(['pln_free'])
  expect(data.contentGroups).toHaveLength(3)
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(data.member.id)
  services.wait(1)
  expect((await services.mails()).map(({ subject }) => subject)).toEqual([mail!.subject])
})

test('a password login of a member who signed up with a code says so', async () => {
  const { services, code } = await openWithCode()
  await join(services, code)
  const attempt = services.call('login', { email, password: 'correct horse' })
  await expect(attempt).rejects.toMatchObject({ code: 'no-password-set' })
})

test('two completions at once make one member', async () => {
  const { services, code } = await openWithCode()
  const both = await Promise.allSettled([join(services, code), join(services, code)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { reason } = both.find((result) => result.status === 'rejected')!
  expect(['email-already-in-use', 'invalid-passwordless-login-code']).toContain(reason.code)
  expect(await annIn(services)).not.toBeNull()
})

test('a request for a taken address gets that error, and no mail is sent', async () => {
  const services = await openTestServices()
  await services.call('signup', { email, password: 'correct horse' })
  const attempt = services.call('sendPasswordlessSignupEmail', { email })
  await expect(attempt).rejects.toMatchObject({ code: 'email-already-in-use' })
  expect(await services.mails()).toEqual([])
})

test('an address taken since gets that error, and its member stays unchanged', async () => {
  const { services, code } = await openWithCode()
  await services.call('signup', { email, password: 'correct horse' })
  await expect(join(services, code)).rejects.toMatchObject({ code: 'email-already-in-use' })
  expect(await annIn(services)).toMatchObject({ verified: false, passwordHash: expect.stringMatching(/argon2id/u) })
})

test('a mistake in the form costs no try and makes no member', async () => {
  const { services, code } = await openWithCode()
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const mistake = join(services, code, { plans: [{ planId: 'pln_nothing' }] })
    await expect(mistake).rejects.toMatchObject({ code: 'plan-not-found' })
  }
  expect(await annIn(services)).toBeNull()
  await join(services, code)
})

test('a plan that is full leaves no member, and the code still works', async () => {
  const { services, code } = await openWithCode()
  services.app.plans = services.app.plans.map((plan) => (plan.id === 'pln_free' ? { ...plan, memberLimit: 0 } : plan))
  const full = join(services, code, { plans: [{ planId: 'pln_free' }] })
  await expect(full).rejects.toMatchObject({ code: 'plan-member-limit-reached' })
  expect(await annIn(services)).toBeNull()
  await join(services, code)
})

test('five wrong tries end the code, and so do ten minutes', async () => {
  const { services, code, wrong } = await openWithCode()
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(join(services, wrong)).rejects.toMatchObject(refused)
  await expect(join(services, code)).rejects.toMatchObject({ status: 429, methods: ['code', 'password', 'provider'] })

  const other = await openWithCode()
  other.services.wait(10 * 60_000)
  await expect(join(other.services, other.code)).rejects.toMatchObject(refused)
})

test('a code works for the address that it was mailed to only', async () => {
  const { services, code } = await openWithCode()
  const theft = join(services, code, { email: 'bob@example.com' })
  await expect(theft).rejects.toMatchObject(refused)
  const asLogin = services.call('passwordlessLogin', { email, passwordlessToken: code })
  await expect(asLogin).rejects.toMatchObject(refused)
})

test.for(['12345', '1234567', 'abcdef', 'x'.repeat(100)])('%s is no code', async (typed) => {
  const { services } = await openWithCode()
  await expect(join(services, typed)).rejects.toMatchObject(refused)
})

test('one account gets five mails, then who asks has to wait', async () => {
  const { services } = await openWithCode()
  for (let attempt = 1; attempt < 5; attempt += 1) await services.call('sendPasswordlessSignupEmail', { email })
  const late = services.call('sendPasswordlessSignupEmail', { email }, { ipAddress: '198.51.100.7' })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('taken addresses cannot be asked for in bulk', async () => {
  const services = await openTestServices()
  await services.call('signup', { email, password: 'correct horse' })
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await expect(services.call('sendPasswordlessSignupEmail', { email })).rejects.toMatchObject({ status: 409 })
  }
  const late = services.call('sendPasswordlessSignupEmail', { email })
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
})
