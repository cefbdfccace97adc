import { expect, test } from 'vitest'
import { CAPTCHA_TOKEN_MAX_CHARS } from '../../../../contract/limits'
import { solveChallenge } from '../../../../contract/solve-challenge'
import { openTestServices, type TestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

const solved = async (services: TestServices): Promise<string> =>
  solveChallenge((await services.call('getCaptchaChallenge', {})).data, crypto.subtle)

const isMember = async ({ store }: TestServices, email = ann.email): Promise<boolean> =>
  (await store.members.findByEmail('app_demo', 'test', email)) !== null

test('an app that requires a captcha accepts a solved puzzle', async () => {
  const services = await openTestServices({ captchaRequired: true })
  const { data } = await services.call('signup', { ...ann, captchaToken: await solved(services) })
  expect(data.member.auth.email).toBe('ann@example.com')
})

test('one solved puzzle makes one member', async () => {
  const services = await openTestServices({ captchaRequired: true })
  const captchaToken = await solved(services)
  await services.call('signup', { ...ann, captchaToken })
  const again = services.call('signup', { ...ann, email: 'bob@example.com', captchaToken })
  await expect(again).rejects.toMatchObject({ code: 'invalid-captcha' })
  expect(await isMember(services, 'bob@example.com')).toBe(false)
})

test.for([
  ['no token', undefined],
  ['null', null],
  ['an empty token', ''],
  ['nonsense', 'nonsense'],
  ['an endless token', 'A'.repeat(CAPTCHA_TOKEN_MAX_CHARS + 1)],
])('with %s a sign-up is refused, and nothing is hashed', async ([, captchaToken]) => {
  const services = await openTestServices({ captchaRequired: true })
  const attempt = services.call('signup', { ...ann, ...(captchaToken === undefined ? {} : { captchaToken }) })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-captcha' })
  expect(await isMember(services)).toBe(false)
  expect(services.hashes()).toBe(0)
})

test('only callers who solved a puzzle learn who is a member', async () => {
  const services = await openTestServices({ captchaRequired: true })
  await services.call('signup', { ...ann, captchaToken: await solved(services) })
  await expect(services.call('signup', ann)).rejects.toMatchObject({ code: 'invalid-captcha' })
  const withToken = services.call('signup', { ...ann, captchaToken: await solved(services) })
  await expect(withToken).rejects.toMatchObject({ code: 'email-already-in-use' })
})

test('a form that is wrong anyway uses up no token', async () => {
  const services = await openTestServices({ captchaRequired: true })
  const captchaToken = await solved(services)
  const wrong = services.call('signup', { ...ann, captchaToken, plans: [{ planId: 'pln_nothing' }] })
  await expect(wrong).rejects.toMatchObject({ code: 'plan-not-found' })
  await expect(services.call('signup', { ...ann, captchaToken })).resolves.toBeDefined()
})

test('an app that requires none ignores the token', async () => {
  const services = await openTestServices()
  await expect(services.call('signup', { ...ann, captchaToken: 'nonsense' })).resolves.toBeDefined()
})

test('the app says which captcha its server checks', async () => {
  const services = await openTestServices()
  const wanted = { provider: 'proof-of-work', siteKey: null }
  expect((await services.call('getApp', {})).data.captcha).toEqual(wanted)
  expect((await services.call('getAppAndMember', {})).data.app.captcha).toEqual(wanted)
})

test('puzzles are given out within a limit for each address', async () => {
  const services = await openTestServices()
  for (let round = 0; round < 60; round += 1) await services.call('getCaptchaChallenge', {})
  const next = services.call('getCaptchaChallenge', {})
  await expect(next).rejects.toMatchObject({ code: 'too-many-requests' })
  await expect(services.call('getCaptchaChallenge', {}, { ipAddress: '192.0.2.2' })).resolves.toBeDefined()
})
