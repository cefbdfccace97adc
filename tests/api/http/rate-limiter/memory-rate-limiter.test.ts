import { expect, test } from 'vitest'
import { rateLimits } from '../../../../contract/rate-limits'
import { createMemoryRateLimiter } from '../../../../api/http/rate-limits/memory'

const { max, windowSeconds } = rateLimits.failedLoginsPerAccount

function open(factor = 1) {
  let now = 1_000_000
  const limiter = createMemoryRateLimiter({ clock: { now: () => now }, factor })
  const take = async (key = 'ann') => limiter.take('failedLoginsPerAccount', key)
  const wait = (seconds: number) => {
    now += seconds * 1000
  }
  return { limiter, take, wait }
}

test('never more than the limit within any window', async () => {
  const { take, wait } = open()
  for (let use = 0; use < max; use += 1) {
    await take()
    wait(10)
  }
  const early = windowSeconds - max * 10
  await expect(take()).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: early })
  wait(early - 1)
  await expect(take()).rejects.toMatchObject({ retryAfterSeconds: 1 })
  wait(1)
  await take()
  await expect(take()).rejects.toMatchObject({ retryAfterSeconds: 10 })
})

test('keys and limits are counted separately', async () => {
  const { limiter, take } = open()
  for (let use = 0; use < max; use += 1) await take()
  await take('bob')
  await limiter.take('resetMailsPerAccount', 'ann')
})

test('allows counts nothing', async () => {
  const { limiter, take } = open()
  for (let use = 0; use < max * 3; use += 1) {
    expect(await limiter.allows('failedLoginsPerAccount', 'ann')).toBe(true)
  }
  for (let use = 0; use < max; use += 1) await take()
  expect(await limiter.allows('failedLoginsPerAccount', 'ann')).toBe(false)
})

test('clear forgets a key, refund one use of it', async () => {
  const { limiter, take } = open()
  for (let use = 0; use < max; use += 1) await take()
  await limiter.refund('failedLoginsPerAccount', 'ann')
  await take()
  await expect(take()).rejects.toBeDefined()
  await limiter.clear('failedLoginsPerAccount', 'ann')
  for (let use = 0; use < max; use += 1) await take()
  await limiter.refund('failedLoginsPerAccount', 'nobody')
})

test('the factor multiplies the limit and does not switch it off', async () => {
  const { take } = open(3)
  for (let use = 0; use < max * 3; use += 1) await take()
  await expect(take()).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('a sweep of old keys keeps recent ones', async () => {
  const { take, wait } = open()
  await take('old')
  wait(windowSeconds / 2)
  for (let use = 0; use < max; use += 1) await take('young')
  wait(windowSeconds / 2)
  await take('other')
  await expect(take('young')).rejects.toBeDefined()
})

test('a clock that is set back blocks a caller for a window and a minute at most', async () => {
  for (const back of [30, 3_600, 3 * 86_400]) {
    const { take, wait } = open()
    for (let use = 0; use < max; use += 1) await take()
    await expect(take()).rejects.toMatchObject({ code: 'too-many-requests' })
    wait(-back)
    const refused: unknown = await take().catch((error: unknown) => error)
    if (back < 60) expect(refused).toMatchObject({ retryAfterSeconds: windowSeconds + back })
    else expect(refused).toBeUndefined()
    wait(windowSeconds + 60)
    await take()
  }
})
