import { expect, test } from 'vitest'
import { findLinkOwner, dropStranger } from '../../../../api/features/accounts/codes'
import { onStatement } from '../../../support/on-statement'
import { startTestApi } from '../../../support/start-api'
import { codeIn, openTestServices, START, tokenIn, type TestServices } from '../../../support/open-test-services'

const ann = {
  email: ' Ann@Example.com ',
  password: 'correct horse',
  customFields: { 'first-name': 'Ann', company: '', 'internal-note': 'x', unknown: 'x', password: 'correct horse' },
}
const keeping = { keepsSignupRecords: true }

const recordsIn = ({ store }: TestServices) => store.signupRecords.list('app_demo', 'test', 100, null)

test('an app that keeps records has what the member signed up with: the fields that were taken, and the time', async () => {
  const services = await openTestServices(keeping)
  const { data } = await services.call('signup', ann)
  expect(await recordsIn(services)).toEqual([
    {
      id: expect.stringMatching(/^sup_[0-9a-z]{26}$/u),
      appId: 'app_demo',
      mode: 'test',
      memberId: data.member.id,
      email: 'ann@example.com',
      customFields: { 'first-name': 'Ann', company: '' },
      createdAt: START,
    },
  ])
})

test('a sign-up by mailed code is recorded the same way', async () => {
  const services = await openTestServices(keeping)
  const email = 'ann@example.com'
  await services.call('sendPasswordlessSignupEmail', { email })
  const passwordlessToken = codeIn((await services.mails())[0])
  const joining = { email, passwordlessToken, customFields: { 'first-name': 'Ann' } }
  const { data } = await services.call('passwordlessSignup', joining)
  expect(await recordsIn(services)).toMatchObject([
    { memberId: data.member.id, email, customFields: { 'first-name': 'Ann' } },
  ])
})

test('an app that does not ask for records has none, and neither has the demo app', async () => {
  const services = await openTestServices()
  expect(services.app.keepsSignupRecords).toBe(false)
  await services.call('signup', ann)
  expect(await recordsIn(services)).toEqual([])
})

test('later changes and logins leave the record as it was', async () => {
  const services = await openTestServices(keeping)
  const { data } = await services.call('signup', ann)
  const before = await recordsIn(services)
  const context = await services.as(data.tokens.accessToken)
  await services.call('updateMember', { customFields: { 'first-name': 'Bea' } }, context)
  await services.call('login', { email: 'ann@example.com', password: ann.password })
  expect(await recordsIn(services)).toEqual(before)
})

test('of two sign-ups with one address at once, the one that counts is recorded', async () => {
  const services = await openTestServices(keeping)
  const results = await Promise.allSettled([services.call('signup', ann), services.call('signup', ann)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await recordsIn(services)).toHaveLength(1)
})

test.for(['outbox', 'signup_records'])('a sign-up that fails at the %s leaves nothing', async (table) => {
  const services = await openTestServices({ ...keeping, verificationMailOnSignup: true })
  const failing = onStatement({ ...services.store }, (statement) => {
    if (statement === `insert ${table}`) throw new Error('disk full')
  })
  services.store.transaction = (work, queue) => failing.transaction(work, queue)
  await expect(services.call('signup', ann)).rejects.toThrow('disk full')
  expect(await recordsIn(services)).toEqual([])
  expect(await services.store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toBeNull()
})

test('who deletes their account takes the record along', async () => {
  const services = await openTestServices(keeping)
  const { data } = await services.call('signup', ann)
  await services.call('deleteMember', {}, await services.as(data.tokens.accessToken))
  expect(await recordsIn(services)).toEqual([])
})

test('"this was not me" takes the stranger’s record along', async () => {
  const services = await openTestServices({ ...keeping, verificationMailOnSignup: true })
  await services.call('signup', ann)
  const owner = await findLinkOwner(services, 'verify-email', tokenIn((await services.mails())[0]))
  await dropStranger(services.store, owner!, START)
  expect(await recordsIn(services)).toEqual([])
})

test('the TrustTag site’s sign-ups are recorded in the database without a trace of the password', async () => {
  const api = await startTestApi()
  const customFields = { 'first-name': 'Ann', 'last-name': 'Lee', phone: '+1 555 0100', country: 'ca' }
  const answer = await api.call('signup', { ...ann, customFields }, { app: 'app_trusttag' })
  await api.call('signup', ann, { app: 'app_demo' })
  const records = api.dumpDatabase()['signup_records']
  const members = JSON.stringify(api.dumpDatabase()['members'])
  await api.close()
  expect(answer.status).toBe(200)
  expect(records).toEqual([
    {
      id: expect.any(String),
      app_id: 'app_trusttag',
      mode: 'test',
      member_id: answer.data.member.id,
      email: 'ann@example.com',
      custom_fields: JSON.stringify(customFields),
      created_at: api.clock.now(),
    },
  ])
  expect(members).toContain('argon2id')
  expect(JSON.stringify(records)).not.toMatch(/argon2id|correct horse|password/u)
})
