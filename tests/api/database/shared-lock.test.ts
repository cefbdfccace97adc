import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresLock, openSharedLock } from '../../../api/database/shared-lock'
import type { SharedLock } from '../../../api/database/shared-lock'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'

/** Ends when the test says so. */
function aWork() {
  const state = { begun: 0, ended: 0 }
  let end = (): void => {}
  const work = async (): Promise<void> => {
    state.begun += 1
    await new Promise<void>((resolve) => (end = resolve))
    state.ended += 1
  }
  return { work, state, end: () => end() }
}

function open(databaseUrl: string | null): SharedLock {
  const lock = openSharedLock({ databaseUrl })
  onTestFinished(() => lock.close())
  return lock
}

/** Two processes, from the database's view. */
async function openTwo() {
  const { url } = await createTestDatabase()
  return { url, one: open(url), other: open(url) }
}

test('with a database file of its own, a process keeps locks by itself', async () => {
  const lock = open(null)
  const [first, second] = [aWork(), aWork()]
  const done = [lock.withLock('a', first.work), lock.withLock('a', second.work)]
  await expect.poll(() => first.state.begun).toBe(1)
  expect(second.state.begun).toBe(0)
  first.end()
  await expect.poll(() => second.state.begun).toBe(1)
  second.end()
  await Promise.all(done)
  await lock.tryWithLock('b', async () => void (first.state.ended += 1))
  expect(first.state.ended).toBe(2)
})

describe.runIf(hasPostgres)('locks of two processes', () => {
  test('work for one key waits for the other process; work for another key does not', async () => {
    const { one, other } = await openTwo()
    const [first, second] = [aWork(), aWork()]
    const begun = one.withLock('a', first.work)
    await expect.poll(() => first.state.begun).toBe(1)
    const next = other.withLock('a', second.work)
    // Asked for later than the first key, and answered before it.
    for (const key of ['b', 'c', 'd']) expect(await other.withLock(key, async () => 'at once')).toBe('at once')
    expect(second.state.begun).toBe(0)
    first.end()
    await expect.poll(() => second.state.begun).toBe(1)
    second.end()
    await Promise.all([begun, next])
  })

  test('a turn ends with work that fails', async () => {
    const { one, other } = await openTwo()
    await expect(one.withLock('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await other.withLock('a', async () => 'next')).toBe('next')
  })

  test('work that one at a time does is left to who is at it, and taken over when that one is gone', async () => {
    const { url, one, other } = await openTwo()
    const [first, second] = [aWork(), aWork()]
    const under = one.tryWithLock('mirror', first.work)
    await expect.poll(() => first.state.begun).toBe(1)
    await other.tryWithLock('mirror', second.work)
    expect(second.state.begun).toBe(0)
    // Left by a killed process: never renewed, so it expires.
    await queryOnce(url, `update leases set holder = gen_random_uuid(), expires_at = clock_timestamp()`)
    let taken = 0
    const takeOver = () => other.tryWithLock('mirror', async () => void (taken += 1)).then(() => taken)
    await expect.poll(takeOver).toBe(1)
    first.end()
    await under
  })

  test('a start removes the leases of killed processes, also of names that nobody wants again', async () => {
    const { url, one, other } = await openTwo()
    const { work, state, end } = aWork()
    const under = one.tryWithLock('mirror', work)
    await expect.poll(() => state.begun).toBe(1)
    await queryOnce(
      url,
      `insert into leases (name, holder, expires_at) values ('upload 1', gen_random_uuid(), clock_timestamp())`,
    )
    await other.withLock('a', async () => 1)
    expect(await queryOnce(url, 'select name from leases')).toEqual([{ name: 'mirror' }])
    end()
    await under
  })

  test('a lease is renewed for as long as its work takes', async () => {
    const { url } = await createTestDatabase()
    const [one, other] = [openPostgresLock(url, { renewMs: 20 }), openPostgresLock(url, { renewMs: 20 })]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    const [first, second] = [aWork(), aWork()]
    const done = [one.withLock('a', first.work), other.withLock('a', second.work)]
    await expect.poll(() => first.state.begun + second.state.begun).toBe(1)
    const expiry = async () => Object(await queryOnce(url, 'select expires_at::text from leases'))[0]?.expires_at
    for (let renewal = 0; renewal < 3; renewal += 1) {
      const before = await expiry()
      await expect.poll(async () => (await expiry()) > before).toBe(true)
    }
    expect(first.state.begun + second.state.begun).toBe(1)
    first.end()
    second.end()
    await expect.poll(() => first.state.begun + second.state.begun).toBe(2)
    first.end()
    second.end()
    await Promise.all(done)
    expect(await queryOnce(url, 'select name from leases')).toEqual([])
  })

  test('many keys at once wait for a place, and none is refused', async () => {
    const { one, other } = await openTwo()
    const done = Array.from({ length: 100 }, (_, key) =>
      (key % 2 === 0 ? one : other).withLock(`key ${key % 40}`, async () => key),
    )
    expect(await Promise.all(done)).toHaveLength(100)
  })

  test('a database that cannot be reached is said to be away', async () => {
    const lock = open('postgres://postgres@127.0.0.1:1/nothing')
    await expect(lock.withLock('a', async () => 1)).rejects.toMatchObject({ code: 'service-unavailable' })
    await expect(lock.tryWithLock('a', async () => {})).rejects.toMatchObject({ code: 'service-unavailable' })
  })
})
