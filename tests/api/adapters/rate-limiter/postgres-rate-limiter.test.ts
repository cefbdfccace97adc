import { expect, test, onTestFinished } from 'vitest'
import { Pool } from 'pg'
import { sharedPostgres } from '../../../support/postgres/shared-postgres'
import { hasPostgres } from '../../../support/postgres/find-postgres'
import { rateLimits } from '../../../../contract/rate-limits'
import { createPostgresRateLimiter } from '../../../../api/adapters/rate-limiter/postgres-rate-limiter'

const { max, windowSeconds } = rateLimits.failedLoginsPerAccount
const key = () => `k${Math.random()}`

async function open(factor = 1) {
  let now = 1_000_000
  const pool = new Pool({ connectionString: `${await sharedPostgres()}/postgres` })
  onTestFinished(() => pool.end())
  const limiter = await createPostgresRateLimiter({ pool, clock: { now: () => now }, factor })
  return {
    limiter,
    take: async (k: string) => limiter.take('failedLoginsPerAccount', k),
    wait: (s: number) => void (now += s * 1000),
  }
}

test.runIf(hasPostgres)('never more than the limit within any window', async () => {
  const { take, wait } = await open()
  const k = key()
  for (let use = 0; use < max; use += 1) {
    await take(k)
    wait(10)
  }
  const early = windowSeconds - max * 10
  await expect(take(k)).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: early })
  wait(early - 1)
  await expect(take(k)).rejects.toMatchObject({ retryAfterSeconds: 1 })
  wait(1)
  await take(k)
  await expect(take(k)).rejects.toMatchObject({ retryAfterSeconds: 10 })
})

test.runIf(hasPostgres)('two at once share one window', async () => {
  const [one, other] = [await open(), await open()]
  const k = key()
  const all = await Promise.allSettled(Array.from({ length: max * 4 }, (_, i) => (i % 2 ? one : other).take(k)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(max)
  expect(await one.limiter.allows('failedLoginsPerAccount', k)).toBe(false)
  await other.limiter.giveBack('failedLoginsPerAccount', k)
  await one.take(k)
  await other.limiter.clear('failedLoginsPerAccount', k)
  for (let use = 0; use < max; use += 1) await one.take(k)
})

test.runIf(hasPostgres)('a clock that is set back locks nobody for longer than a window and a minute', async () => {
  for (const back of [30, 3_600, 3 * 86_400]) {
    const { take, wait } = await open()
    const k = key()
    wait(4 * 86_400)
    for (let use = 0; use < max; use += 1) await take(k)
    await expect(take(k)).rejects.toMatchObject({ code: 'too-many-requests' })
    wait(-back)
    const refused: unknown = await take(k).catch((error: unknown) => error)
    if (back < 60) expect(refused).toMatchObject({ retryAfterSeconds: windowSeconds + back })
    else expect(refused).toBeUndefined()
    wait(windowSeconds + 60)
    await take(k)
  }
})
