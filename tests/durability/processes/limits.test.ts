import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Pool } from 'pg'
import { systemClock } from '../../../api/lib/clock'
import { createPostgresCounters } from '../../../api/http/rate-limits/open'
import { createSharedRateLimiter } from '../../../api/http/rate-limits/shared'
import { rateLimits } from '../../../contract/rate-limits'
import type { RateLimitName } from '../../../contract/rate-limits'
import { callProcess } from '../../support/call-process'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { hasRedis, startRedis } from '../../support/redis/start-redis'
import { startProcesses } from '../../support/start-processes'
import type { Processes } from '../../support/start-processes'

const password = 'seven quiet otters'
const isName = (name: string): name is RateLimitName => Object.hasOwn(rateLimits, name)
const names = Object.keys(rateLimits).filter(isName)
const exact = names.filter((name) => rateLimits[name].counting !== 'approximate')

let both: Processes
const ends: (() => Promise<void>)[] = []

describe.runIf(hasPostgres)('limits over two processes', () => {
  beforeAll(async () => void (both = await startProcesses({ atEnd: (end) => ends.push(end) })))
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })

  /** Calls both in turn until one refuses. @returns the number of other responses */
  const countUntilRefused = async (
    ask: (at: { url: string }, count: number) => Promise<{ status: number }>,
    atMost = 200,
  ) => {
    for (let count = 0; count < atMost; count += 1)
      if ((await ask(count % 2 === 0 ? both.one : both.other, count)).status === 429) return count
    return Infinity
  }
  const signUp = async (name: string) =>
    (await callProcess(both.one, 'signup', { email: `${name}@example.com`, password }, { address: '192.0.2.9' })).data
      .tokens.accessToken

  test('wrong passwords are counted per account, from any IP address', async () => {
    await signUp('guessed')
    const tries = await countUntilRefused((at, count) =>
      callProcess(
        at,
        'login',
        { email: 'guessed@example.com', password: 'wrong' },
        { address: `198.51.100.${count + 1}` },
      ),
    )
    expect(tries).toBe(rateLimits.failedLoginsPerAccount.max)
  })

  test('logins count per address, for any account, and so do sign-ups', async () => {
    const how = { address: '203.0.113.1' }
    const logins = await countUntilRefused((at, count) =>
      callProcess(at, 'login', { email: `nobody${count}@example.com`, password: 'wrong' }, how),
    )
    expect(logins).toBe(rateLimits.loginsPerAddress.max)
    const signups = await countUntilRefused((at, count) =>
      callProcess(at, 'signup', { email: `new${count}@example.com`, password }, how),
    )
    expect(signups).toBe(rateLimits.signupsPerAddress.max)
  })

  test('code mails, code attempts and proof requests count together', async () => {
    const token = await signUp('mailed')
    const verifications = await countUntilRefused((at) => callProcess(at, 'sendEmailVerification', {}, { token }))
    expect(verifications).toBe(rateLimits.verificationMailsPerAccount.max)
    const address = '203.0.113.2'
    const resets = await countUntilRefused((at, count) =>
      callProcess(at, 'sendResetPasswordEmail', { email: `unknown${count}@example.com` }, { address }),
    )
    expect(resets).toBe(rateLimits.resetMailsPerAddress.max)
    const codes = await countUntilRefused((at, count) =>
      callProcess(at, 'sendPasswordlessLoginEmail', { email: `unknown${count}@example.com` }, { address }),
    )
    expect(codes).toBe(rateLimits.passwordlessMailsPerAddress.max)
    // Each at a new account: one account allows five attempts at its code.
    const tries = await countUntilRefused((at, count) =>
      callProcess(
        at,
        'passwordlessLogin',
        { email: `u${count}@example.com`, passwordlessToken: '000000' },
        { address },
      ),
    )
    expect(tries).toBe(rateLimits.passwordlessTriesPerAddress.max)
  })

  test('mails to one account stay within its limit, though each response is the same', async () => {
    await signUp('flooded')
    const { max } = rateLimits.passwordlessMailsPerAccount
    for (let count = 0; count < max * 2; count += 1)
      await callProcess(
        count % 2 === 0 ? both.one : both.other,
        'sendPasswordlessLoginEmail',
        { email: 'flooded@example.com' },
        { address: `198.51.100.${100 + count}` },
      )
    await expect.poll(async () => (await both.store.mailbox.list('flooded@example.com')).length).toBe(max)
  })

  test('calls of one address count together, except those between two synchronizations', async () => {
    const how = { address: '203.0.113.7' }
    const { max } = rateLimits.callsPerAddress
    let calls = 0
    for (let count = 0; count < max * 3; count += 1) {
      const { status } = await callProcess(count % 2 === 0 ? both.one : both.other, 'getApp', {}, how)
      if (status !== 429) calls += 1
    }
    expect(calls).toBeGreaterThanOrEqual(max)
    // Independent processes would have allowed twice the limit. A fast machine calls a hundred times between two synchronizations.
    expect(calls).toBeLessThan(max * 2)
  })

  test('callers of one IPv6 /48 count together over both processes, at eight times the limit of a /64', async () => {
    const addressOf = (count: number) => `2001:db8:7:${((count * 257) % 65_536).toString(16)}::1`
    const challenges = await countUntilRefused(
      (at, count) => callProcess(at, 'getCaptchaChallenge', {}, { address: addressOf(count) }),
      1_000,
    )
    expect(challenges).toBe(rateLimits.captchaChallengesPerAddress.max * 8)
  })

  test.each(exact)('%s: of twice as many uses at once, exactly the limit is allowed', async (name) => {
    const { databaseUrl } = both
    const pools = [1, 2].map(() => new Pool({ connectionString: databaseUrl, max: 4 }))
    const limiters = await Promise.all(
      pools.map(async (pool) =>
        createSharedRateLimiter({ counters: await createPostgresCounters(pool), clock: systemClock, factor: 1 }),
      ),
    )
    // A tenth of a large limit proves as much: the statement is the same.
    const { max } = rateLimits[name]
    const uses = Array.from({ length: max + Math.min(max, 20) }, async (_, use) =>
      limiters[use % 2]!.take(name, 'one key'),
    )
    const taken = await Promise.allSettled(uses)
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(max)
    await Promise.all(pools.map((pool) => pool.end()))
  })
})

describe.runIf(hasPostgres && hasRedis)('limits over two processes in Redis', () => {
  test('wrong passwords count together, and while Redis is down logins wait and sessions work', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const { one, other } = await startProcesses({ env: { REDIS_URL: redis.url } })
    const email = 'guessed@example.com'
    const { tokens } = (await callProcess(one, 'signup', { email, password })).data
    const tries: number[] = []
    for (let count = 0; count <= rateLimits.failedLoginsPerAccount.max; count += 1) {
      const wrong = { email, password: 'wrong' }
      const address = `198.51.100.${count + 1}`
      tries.push((await callProcess(count % 2 === 0 ? one : other, 'login', wrong, { address })).status)
    }
    expect(tries).toEqual([...Array.from({ length: rateLimits.failedLoginsPerAccount.max }, () => 401), 429])
    await redis.stop()
    expect((await callProcess(one, 'login', { email, password })).status).toBe(503)
    expect((await callProcess(other, 'getMember', {}, { token: tokens.accessToken })).status).toBe(200)
    await redis.start()
    // An empty Redis starts all windows again.
    await expect.poll(async () => (await callProcess(one, 'login', { email, password })).status).toBe(200)
  })
})
