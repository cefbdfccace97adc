import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignHashes } from '../../../support/foreign-hashes'
import { aReport, startWithTransfers } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

let number = 0
const anEmail = () => `import-${(number += 1)}@example.com`
const memberOf = (email: string) => api.store.members.findByEmail('app_demo', 'test', email)

/** The hasher checks the costly ones once: foreign-hashes.test.ts. */
const cheapHashes = foreignHashes.filter(({ hash }) => !/^\$2[by]\$1|ln=17|^scrypt:|m=65536/u.test(hash))

test.for(cheapHashes)('a member with a hash made by $madeBy logs in, and then has our hash', async (made) => {
  const { hash, password } = made
  const email = anEmail()
  expect(await api.imported([{ email, passwordHash: hash, verified: true }])).toEqual(aReport())
  expect((await api.call('login', { email, password: `${password}!` })).status).toBe(401)
  expect((await memberOf(email))?.passwordHash).toBe(hash)
  const { data } = await api.call('login', { email, password })
  expect(data.member.auth.email).toBe(email)
  expect((await memberOf(email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/u)
  expect((await api.call('login', { email, password: `${password}!` })).status).toBe(401)
  expect((await api.call('login', { email, password })).status).toBe(200)
  // The first session continues.
  expect((await api.call('getMember', {}, { token: data.tokens.accessToken })).status).toBe(200)
})

test('two parallel first logins both succeed', async () => {
  const email = anEmail()
  const [{ hash, password }] = foreignHashes
  await api.imported([{ email, passwordHash: hash }])
  const answers = await Promise.all([1, 2, 3].map(() => api.call('login', { email, password })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a password of more bytes than bcrypt reads still works', async () => {
  const email = anEmail()
  const passwordHash = '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i'
  await api.imported([{ email, passwordHash }])
  for (const password of [`${'x'.repeat(72)}one`, `${'x'.repeat(72)}two`]) {
    expect((await api.call('login', { email, password })).status).toBe(200)
  }
  expect((await memberOf(email))?.passwordHash).toBe(passwordHash)
})

test('refuses an invalid hash and one that costs too much, without repeating it', async () => {
  const entries = ['my-plain-password', `$2b$16$${'a'.repeat(53)}`].map((passwordHash) => ({
    email: anEmail(),
    passwordHash,
  }))
  const report = await api.imported(entries)
  expect(report).toMatchObject({ created: 0, failed: 2 })
  expect(report.errors).toEqual([
    { row: 1, field: 'passwordHash', code: 'unsupported-password-hash' },
    { row: 2, field: 'passwordHash', code: 'password-hash-too-costly' },
  ])
  expect(JSON.stringify([report, api.dumpDatabase(), api.logLines])).not.toContain('my-plain-password')
})
