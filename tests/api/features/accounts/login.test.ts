import { expect, test } from 'vitest'
import { ApiError } from '../../../../api/lib/errors'
import { openTestServices } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openWithAnn() {
  const services = await openTestServices()
  const { data } = await services.call('signup', ann)
  return { services, memberId: data.member.id }
}

test('the right password opens a separate session', async () => {
  const { services, memberId } = await openWithAnn()
  const { data } = await services.call('login', { ...ann, email: 'ANN@example.com' })
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(memberId)
  expect(data.redirect).toBeNull()
  expect(data).not.toHaveProperty('contentGroups')
})

test('a session lasts as many days as the app says', async () => {
  const services = await openTestServices({ sessionLifetimeDays: 3 })
  await services.call('signup', ann)
  const { tokens } = (await services.call('login', ann)).data
  services.wait(3 * 86_400_000 - 1)
  expect((await services.as(tokens.accessToken)).member).not.toBeNull()
  services.wait(1)
  await expect(services.as(tokens.accessToken).then(({ member }) => member)).resolves.toBeNull()
})

test('a wrong password and an unknown address are the same error after one hash each', async () => {
  const { services } = await openWithAnn()
  const before = services.hashes()
  const wrong = await failureOf(services.call('login', { ...ann, password: 'wrong horse' }))
  const unknown = await failureOf(services.call('login', { ...ann, email: 'bob@example.com' }))
  expect(services.hashes() - before).toBe(2)
  expect(wrong).toMatchObject({ code: 'invalid-credentials', status: 401 })
  expect(describe(unknown)).toEqual(describe(wrong))
})

test('a member of the other mode is unknown', async () => {
  const { services } = await openWithAnn()
  await expect(services.call('login', ann, { mode: 'live' })).rejects.toMatchObject({ code: 'invalid-credentials' })
})

test('a member without a password gets that error, after one hash', async () => {
  const { services, memberId } = await openWithAnn()
  await services.store.members.update(memberId, { passwordHash: null })
  const before = services.hashes()
  await expect(services.call('login', ann)).rejects.toMatchObject({ code: 'no-password-set' })
  expect(services.hashes() - before).toBe(1)
})

test.for(['ann@example.com', 'nobody@example.com'])(
  'the eleventh failure of %s within 15 minutes is refused without a hash, known or not',
  async (email) => {
    const { services } = await openWithAnn()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(services.call('login', { email, password: 'wrong' })).rejects.toMatchObject({ status: 401 })
    }
    const before = services.hashes()
    await expect(services.call('login', { email, password: ann.password })).rejects.toMatchObject({
      code: 'too-many-requests',
    })
    expect(services.hashes()).toBe(before)
    services.wait(15 * 60_000)
    await expect(services.call('login', { email, password: 'wrong' })).rejects.toMatchObject({ status: 401 })
  },
)

test('parallel guesses share the ten failures', async () => {
  const { services } = await openWithAnn()
  const guesses = Array.from({ length: 30 }, () => services.call('login', { ...ann, password: 'wrong' }))
  const results = await Promise.allSettled(guesses)
  const limited = results.filter((result) => result.status === 'rejected' && result.reason.code === 'too-many-requests')
  expect(limited).toHaveLength(20)
})

test('a success forgets the failures before it', async () => {
  const { services } = await openWithAnn()
  for (let round = 0; round < 2; round += 1) {
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await expect(services.call('login', { ...ann, password: 'wrong' })).rejects.toMatchObject({ status: 401 })
    }
    await services.call('login', ann)
  }
})

test('the member’s own page wins over the plan’s and the app’s', async () => {
  const services = await openTestServices({ redirects: { afterLogin: '/app' } })
  const { data } = await services.call('signup', ann)
  expect((await services.call('login', ann)).data.redirect).toBe('/app')
  const member = await services.store.members.findById(data.member.id)
  await services.store.members.delete(data.member.id)
  await services.store.members.insert({ ...member!, loginRedirect: '/mine' })
  expect((await services.call('login', ann)).data.redirect).toBe('/mine')
})

test('a login during a reset opens no session', async () => {
  const { services, memberId } = await openWithAnn()
  const verify = services.hasher.verify.bind(null)
  services.hasher.verify = async (...tried) => {
    const verified = await verify(...tried)
    await services.store.members.update(memberId, { passwordHash: await services.hasher.hash('new password') })
    return verified
  }
  await expect(services.call('login', ann)).rejects.toMatchObject({ code: 'invalid-credentials' })
})

async function failureOf(attempt: Promise<unknown>): Promise<ApiError> {
  const failure = await attempt.then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof ApiError) return failure
  throw new Error('This should have failed with an ApiError.')
}

/** All that a caller can see. */
function describe({ code, status, message, retryAfterSeconds }: ApiError) {
  return { code, status, message, retryAfterSeconds }
}
