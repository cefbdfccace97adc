import { describe, expect, onTestFinished, test } from 'vitest'
import { openTurns } from '../../../../api/adapters/turns/open-turns'
import type { Turns } from '../../../../api/adapters/turns/open-turns'
import { hasPostgres } from '../../../support/postgres/find-postgres'
import { createTestDatabase, queryOnce } from '../../../support/postgres/test-database'

/** Work that ends when the test says so. */
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

function open(databaseUrl: string | null): Turns {
  const turns = openTurns({ databaseUrl })
  onTestFinished(() => turns.close())
  return turns
}

/** Two processes, as far as the database can tell. */
async function openTwo() {
  const { url } = await createTestDatabase()
  return { url, one: open(url), other: open(url) }
}

const waitingLocks = async (url: string): Promise<unknown> => {
  const statement = `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`
  return (await queryOnce(url, statement))[0]?.['waiting']
}

test('with a database file of its own, a process keeps turns by itself', async () => {
  const turns = open(null)
  const [first, second] = [aWork(), aWork()]
  const done = [turns.inTurn('a', first.work), turns.inTurn('a', second.work)]
  await expect.poll(() => first.state.begun).toBe(1)
  expect(second.state.begun).toBe(0)
  first.end()
  await expect.poll(() => second.state.begun).toBe(1)
  second.end()
  await Promise.all(done)
  await turns.unlessUnderWay('b', async () => void (first.state.ended += 1))
  expect(first.state.ended).toBe(2)
})

describe.runIf(hasPostgres)('turns of two processes', () => {
  test('work for one key waits for the other process; work for another key does not', async () => {
    const { url, one, other } = await openTwo()
    const [first, second] = [aWork(), aWork()]
    const begun = one.inTurn('a', first.work)
    await expect.poll(() => first.state.begun).toBe(1)
    const next = other.inTurn('a', second.work)
    await expect.poll(() => waitingLocks(url)).toBe(1)
    expect(second.state.begun).toBe(0)
    expect(await other.inTurn('b', async () => 'at once')).toBe('at once')
    first.end()
    await expect.poll(() => second.state.begun).toBe(1)
    second.end()
    await Promise.all([begun, next])
  })

  test('a turn ends with work that fails', async () => {
    const { one, other } = await openTwo()
    await expect(one.inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await other.inTurn('a', async () => 'next')).toBe('next')
  })

  test('work that one at a time does is left to who is at it, and taken over when that one is gone', async () => {
    const { url, one, other } = await openTwo()
    const [first, second] = [aWork(), aWork()]
    const under = one.unlessUnderWay('mirror', first.work)
    await expect.poll(() => first.state.begun).toBe(1)
    await other.unlessUnderWay('mirror', second.work)
    expect(second.state.begun).toBe(0)
    // As when its machine goes: the server ends the connection, and the work that hangs changes nothing.
    await queryOnce(
      url,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
    )
    let taken = 0
    const takeOver = () => other.unlessUnderWay('mirror', async () => void (taken += 1)).then(() => taken)
    await expect.poll(takeOver).toBe(1)
    first.end()
    await under
  })

  test('many keys at once wait for a place, and none is refused', async () => {
    const { one, other } = await openTwo()
    const done = Array.from({ length: 100 }, (_, key) =>
      (key % 2 === 0 ? one : other).inTurn(`key ${key % 40}`, async () => key),
    )
    expect(await Promise.all(done)).toHaveLength(100)
  })

  test('a database that cannot be reached is said to be away', async () => {
    const turns = open('postgres://postgres@127.0.0.1:1/nothing')
    await expect(turns.inTurn('a', async () => 1)).rejects.toMatchObject({ code: 'service-unavailable' })
    await expect(turns.unlessUnderWay('a', async () => {})).rejects.toMatchObject({ code: 'service-unavailable' })
  })
})
