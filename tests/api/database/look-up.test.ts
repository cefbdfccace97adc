import { expect, test } from 'vitest'
import { watchLookups } from '../../../api/database/lookup'
import { aGate } from '../../support/a-gate'
import { aMemberRow } from './a-member-row'
import { openSqliteStore } from './open-test-store'

const NOW = 1_795_000_000_000
const session = {
  tokenDigest: 'digest',
  memberId: 'mem_sb_1',
  appId: 'app_demo',
  mode: 'test' as const,
  deviceId: null,
  createdAt: NOW,
  expiresAt: NOW + 1_000,
}

test('a lookup sees nothing of an open transaction, and all of it after the commit', async () => {
  const store = await openSqliteStore()
  const [written, end, half, goOn] = [aGate(), aGate(), aGate(), aGate()]
  const undone = store.transaction(async ({ members, sessions }) => {
    await members.insert(aMemberRow())
    await sessions.insert(session)
    written.open()
    await end.opened
    throw new Error('rolled back')
  })
  await written.opened
  const meanwhile = store.sessions.findCaller('digest', NOW)
  end.open()
  await expect(undone).rejects.toThrow('rolled back')
  expect(await meanwhile).toBeNull()
  const done = store.transaction(async ({ members, sessions }) => {
    await members.insert(aMemberRow())
    half.open()
    await goOn.opened
    await sessions.insert(session)
  })
  await half.opened
  const afterwards = store.sessions.findCaller('digest', NOW)
  goOn.open()
  await done
  expect((await afterwards)?.member.id).toBe('mem_sb_1')
})

test('the work of a transaction looks up by its own repositories, and is refused any other', async () => {
  const store = await openSqliteStore()
  await store.transaction(async ({ members, sessions }) => {
    await members.insert(aMemberRow())
    await sessions.insert(session)
    expect((await sessions.findCaller('digest', NOW))?.member.email).toBe('ann@example.com')
    await expect(store.sessions.findCaller('digest', NOW)).rejects.toThrow('Inside a transaction')
  })
})

test('many look-ups, reads and writes at once hinder each other in nothing', async () => {
  const store = await openSqliteStore()
  await store.members.insert(aMemberRow())
  await store.sessions.insert(session)
  const found = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      if (index % 3 === 0) await store.members.update('mem_sb_1', { metaData: { index } })
      return index % 3 === 1 ? store.members.findById('mem_sb_1') : store.sessions.findCaller('digest', NOW)
    }),
  )
  expect(found.every((one) => one !== null)).toBe(true)
})

test('a watch of statements sees lookups, including failed ones', async () => {
  const told: boolean[] = []
  const watch = { queried: (_seconds: number, isFailed: boolean) => void told.push(isFailed), hasPool: () => {} }
  const prepare = watchLookups(
    (statement) => async () => {
      if (statement === 'bad') throw new Error('no such table')
      return [1]
    },
    watch,
  )
  expect(await prepare('good')([])).toEqual([1])
  await expect(prepare('bad')([])).rejects.toThrow('no such table')
  expect(told).toEqual([false, true])
})
