import * as argon2 from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../../../../api/features/accounts/hasher'
import { foreignHashes } from '../../../support/foreign-hashes'

const light = () => createPasswordHasher({ memoryCost: 64, timeCost: 1 })
const hasher = light()

test.for(foreignHashes)('a hash made by $madeBy is checked', async ({ hash, password }) => {
  expect(hasher.refusalOf(hash)).toBeNull()
  expect(await hasher.verify(hash, password)).toBe(true)
  // Its own hasher: padding lasts as long as the slowest earlier check.
  expect(await light().verify(hash, `${password.slice(0, -1)}?`)).toBe(false)
})

const salt = 'c29tZXNhbHQxMjM0NTY3OA'
const key = 'Z+vTFHXWeMs6C/fpopC2EtMBxb/+8wug9qxM4bpACbs'
const bcryptEnd = 'abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu'

test.for([
  `$2y$16$${bcryptEnd}`,
  `$2b$31$${bcryptEnd}`,
  `$argon2id$v=19$m=1048576,t=1,p=1$${salt}$${key}`,
  `$argon2id$v=19$m=262144,t=5,p=1$${salt}$${key}`,
  `$argon2i$v=19$m=4294967295,t=4294967295,p=1$${salt}$${key}`,
  `$argon2id$v=19$m=65536,t=1,p=65$${salt}$${key}`,
  `$scrypt$ln=18,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=40,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=17,r=8,p=5$${salt}$${key}`,
  `$scrypt$ln=1,r=65,p=1$${salt}$${key}`,
  `scrypt:1048576:8:1$salt$${'ab'.repeat(64)}`,
])('%s would cost too much', (hash) => {
  expect(hasher.refusalOf(hash)).toBe('password-hash-too-costly')
})

test.for([
  '',
  'correct horse',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '$1$abcdefgh$rnLDBhqQzhkCVlxxVbLQr.',
  '$5$rounds=5000$salt$hash',
  `$2x$10$${bcryptEnd}`,
  `$2b$03$${bcryptEnd}`,
  `$2b$10$${bcryptEnd}x`,
  `$2b$10$${bcryptEnd}\n`,
  `$argon2id$m=65536,t=2,p=1$${salt}$${key}`,
  `$argon2id$v=19$m=65536,t=0,p=1$${salt}$${key}`,
  `$argon2id$v=19$m=7,t=1,p=1$${salt}$${key}`,
  `$argon2id$v=19$m=65536,t=2,p=1$c2g$${key}`,
  `$scrypt$ln=0,r=8,p=1$${salt}$${key}`,
  `$scrypt$ln=14,r=0,p=1$${salt}$${key}`,
  `$scrypt$ln=14,r=8,p=1$${salt}$c2hvcnQ`,
  `scrypt:1000:8:1$salt$${'ab'.repeat(64)}`,
  'pbkdf2_sha256$600000$salt$hash=',
])('%j is no hash that can be checked', (hash) => {
  expect(hasher.refusalOf(hash)).toBe('unsupported-password-hash')
})

describe('replaced by an argon2id hash', () => {
  test('every hash of other software, and argon2id of another cost', async () => {
    for (const { hash, password } of foreignHashes) {
      const isCutOff = Buffer.byteLength(password) > 72
      expect(hasher.isReplaceable(hash, password)).toBe(!isCutOff)
    }
    const costlier = createPasswordHasher({ memoryCost: 128, timeCost: 1 })
    expect(hasher.isReplaceable(await costlier.hash('correct horse'), 'correct horse')).toBe(true)
    expect(hasher.isReplaceable(await hasher.hash('correct horse'), 'correct horse')).toBe(false)
  })

  test('bcrypt reads 72 bytes, so a longer password keeps its hash: the rest was never checked', async () => {
    const hash = '$2b$04$abcdefghijklmnopqrstuubzadhGtS2zEF.gu0yd0opP6cVzb.e0i'
    const long = `${'x'.repeat(72)} and more`
    expect(await hasher.verify(hash, long)).toBe(true)
    expect(hasher.isReplaceable(hash, long)).toBe(false)
    expect(hasher.isReplaceable(hash, 'x'.repeat(72))).toBe(true)
  })
})

test('every known hash passes its own check for cost, whatever bounds the queue', async () => {
  const busy = createPasswordHasher({ memoryCost: 64, timeCost: 1, concurrency: 1, queueLength: 1 })
  const [first] = foreignHashes
  const checks = [1, 2, 3].map(() => busy.verify(first?.hash ?? null, 'correct horse'))
  const ends = await Promise.allSettled(checks)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('bcrypt leaves the server free: others are answered while it works', async () => {
  const order: string[] = []
  const slow = hasher.verify('$2b$12$abcdefghijklmnopqrstuuFDJRuYeKkCzo3Wy7h8SxhBSHBAHiPK2', 'correct horse')
  const checked = slow.then((matches) => order.push(`checked ${matches}`))
  for (let round = 0; round < 100; round += 1) await new Promise((resolve) => setImmediate(resolve))
  order.push('a hundred others')
  await checked
  expect(order).toEqual(['a hundred others', 'checked true'])
})

describe('padding', () => {
  const FOREIGN = `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${key}`
  const [ownMs, foreignMs] = [3, 700]

  /** Checks take these times of the test's clock. */
  function measured() {
    const state = { now: 0, pauses: [] as number[] }
    const verify = async (hash: unknown): Promise<boolean> => {
      state.now += hash === FOREIGN ? foreignMs : ownMs
      return false
    }
    const parts = {
      functions: { hash: argon2.hash, verify },
      now: () => state.now,
      pause: async (milliseconds: number) => state.pauses.push(milliseconds),
    }
    return { state, hasher: createPasswordHasher({ memoryCost: 64, timeCost: 1 }, parts) }
  }

  test('is zero without imported hashes', async () => {
    const { state, hasher: fresh } = measured()
    await fresh.verify(null, 'wrong horse')
    await fresh.verify(await fresh.hash('correct horse'), 'wrong horse')
    expect(state.pauses).toEqual([])
  })

  test('lasts as long as the slowest check of a foreign hash, for every account', async () => {
    const { state, hasher: fresh } = measured()
    await fresh.verify(FOREIGN, 'wrong horse')
    expect(state.pauses).toEqual([])
    await fresh.verify(null, 'wrong horse')
    await fresh.verify(await fresh.hash('correct horse'), 'wrong horse')
    expect(state.pauses).toEqual([foreignMs - ownMs, foreignMs - ownMs])
  })
})
