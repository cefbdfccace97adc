import { join } from 'node:path'
import Database from 'libsql'
import { expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../support/temp-folder'
import { aMemberRow } from './a-member-row'
import { openSqliteStore } from './open-test-store'

/** A store and a second connection to its file, as of another process. */
async function openTwice(options: { busyMs?: number } = {}) {
  const file = join(tempFolder(), 'membership.db')
  const store = await openSqliteStore(file, options)
  const other = new Database(file)
  onTestFinished(() => void other.close())
  const count = () => other.prepare('select id from members order by id').all().length
  return { store, other, count }
}
const bob = aMemberRow({ id: 'mem_sb_2', email: 'bob@example.com' })

it('waits for another process’s lock without stopping this one, and lets readers by', async () => {
  const { store, other, count } = await openTwice()
  other.exec('begin immediate')
  const writes = [store.members.insert(aMemberRow()), store.transaction(({ members }) => members.insert(bob))]
  let decided = 0
  for (const write of writes) void write.catch(() => null).then(() => (decided += 1))
  // Queued behind both writes.
  expect(await store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toBeNull()
  await store.ping()
  expect({ decided, written: count() }).toEqual({ decided: 0, written: 0 })
  other.exec('commit')
  await Promise.all(writes)
  expect(count()).toBe(2)
})

it('gives up when its time is over, and commits again what comes after', async () => {
  const { store, other, count } = await openTwice({ busyMs: 30 })
  other.exec('begin immediate')
  const writes = [store.members.insert(aMemberRow()), store.transaction(({ members }) => members.insert(bob))]
  const answers = await Promise.allSettled(writes)
  expect(answers).toMatchObject(writes.map(() => ({ status: 'rejected', reason: { code: 'service-unavailable' } })))
  other.exec('commit')
  // Not a refused statement: an open one would prevent its commit.
  await store.outbox.claimDue(0, 0, 1)
  await store.members.insert(bob)
  expect(count()).toBe(1)
})

it('a single statement that fails leaves no transaction open', async () => {
  const { store, other, count } = await openTwice()
  await store.members.insert(bob)
  await expect(store.members.insert(bob)).rejects.toMatchObject({ name: 'UniqueConstraintError' })
  other.exec('begin immediate; commit')
  expect(count()).toBe(1)
})

it('a write to a closed store says that it is unavailable', async () => {
  const { store } = await openTwice()
  await store.close()
  await expect(store.members.insert(bob)).rejects.toBeDefined()
})
