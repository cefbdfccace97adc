import Database from 'libsql'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../support/repositories'
import type { CosignatureRow, LogAppend } from '../../../api/features/transparency-log/repository'
import { tempFolder } from '../../support/temp-folder'
import { openSqliteStore, openTestStore } from './open-test-store'

const entry = (size: number): LogAppend => ({
  mode: 'live',
  size,
  checkpoint: `checkpoint ${size}\n`,
  entry: `entry ${size - 1}`,
  hashes: [{ level: 0, position: size - 1, hash: `hash ${size - 1}` }],
})

/** Under the lock that creates the row, as the log appends. */
const append = (store: Store, row: LogAppend) =>
  store.transaction(async ({ log }) => {
    await log.lock(row.mode)
    await log.append(row)
  })

const cosignature = (size: number, witness: string, time = size * 10): CosignatureRow => ({
  mode: 'live',
  size,
  witness,
  line: `— ${witness} ${size}\n`,
  time,
})
const cosign = (store: Store, size: number, ...witnesses: string[]) =>
  Promise.all(witnesses.map((name) => store.log.addCosignature(`checkpoint ${size}\n`, cosignature(size, name))))

describe('the log', () => {
  it('has no head before its first entry, although the row that locks it is there', async () => {
    const store = await openTestStore()
    expect(await store.transaction(({ log }) => log.lock('live'))).toBeNull()
    expect(await store.log.head('live')).toBeNull()
  })

  it('keeps entries and hashes by their place, each mode for itself', async () => {
    const store = await openTestStore()
    for (const size of [1, 2, 3]) await append(store, entry(size))
    expect(await store.log.head('live')).toEqual({ mode: 'live', size: 3, checkpoint: 'checkpoint 3\n' })
    expect(await store.log.readEntries('live', 1, 5)).toEqual(['entry 1', 'entry 2'])
    expect(await store.log.readHashes('live', 0, 0, 2)).toEqual(['hash 0', 'hash 1'])
    expect(await store.log.readHashes('live', 1, 0, 2)).toEqual([])
    expect(await store.log.head('test')).toBeNull()
    expect(await store.log.readEntries('test', 0, 5)).toEqual([])
  })

  it('never takes a second entry for a place', async () => {
    const store = await openTestStore()
    await append(store, entry(1))
    await expect(append(store, { ...entry(1), entry: 'another' })).rejects.toThrow('already exists')
    expect(await store.log.readEntries('live', 0, 5)).toEqual(['entry 0'])
  })
})

describe('cosignatures', () => {
  it('are kept once for each witness and size: what was handed out stays', async () => {
    const store = await openTestStore()
    await cosign(store, 5, 'one')
    await store.log.addCosignature('another checkpoint', { ...cosignature(5, 'one', 1), line: 'another line' })
    expect(await store.log.newestCosigned('live')).toEqual({
      size: 5,
      checkpoint: 'checkpoint 5\n',
      cosignatures: [{ witness: 'one', line: '— one 5\n', time: 50 }],
    })
  })

  it('are in the order of their times', async () => {
    const store = await openTestStore()
    await store.log.addCosignature('checkpoint 5\n', cosignature(5, 'late', 90))
    await store.log.addCosignature('checkpoint 5\n', cosignature(5, 'early', 80))
    const newest = await store.log.newestCosigned('live')
    expect(newest?.cosignatures.map(({ witness }) => witness)).toEqual(['early', 'late'])
  })

  it('choose the first checkpoint from an entry on that most witnesses signed', async () => {
    const store = await openTestStore()
    await cosign(store, 3, 'one', 'two')
    await cosign(store, 5, 'one')
    await cosign(store, 7, 'one', 'two')
    await cosign(store, 9, 'one', 'two')
    const best = async (size: number) => (await store.log.bestCosigned('live', size))?.size
    expect(await Promise.all([1, 3, 4, 7, 8, 9].map(best))).toEqual([3, 3, 7, 7, 9, 9])
    expect(await store.log.bestCosigned('live', 10)).toBeNull()
    expect(await store.log.bestCosigned('test', 1)).toBeNull()
    expect((await store.log.bestCosigned('live', 4))?.cosignatures).toHaveLength(2)
  })

  it('of a witness that was away for long are found in the newest checkpoint', async () => {
    const store = await openTestStore()
    for (let size = 1; size <= 250; size += 1) await cosign(store, size, 'one')
    await cosign(store, 251, 'one', 'two')
    expect((await store.log.bestCosigned('live', 2))?.size).toBe(251)
    expect((await store.log.bestCosigned('live', 100))?.size).toBe(251)
  })

  it('tell how far each witness came', async () => {
    const store = await openTestStore()
    await cosign(store, 3, 'one', 'two')
    await cosign(store, 8, 'one')
    const sizes = ['one', 'two', 'three'].map((witness) => store.log.newestSizeOf('live', witness))
    expect(await Promise.all(sizes)).toEqual([8, 3, 0])
    expect(await store.log.newestSizeOf('test', 'one')).toBe(0)
    expect((await store.log.newestCosigned('live'))?.size).toBe(8)
    expect(await store.log.newestCosigned('test')).toBeNull()
  })
})

describe('what a proof asks the database', () => {
  const plan = (file: string, statement: string): string => {
    const database = new Database(file)
    const rows: unknown[] = database.prepare(`explain query plan ${statement}`).all()
    database.close()
    return JSON.stringify(rows)
  }

  it.each([
    "select hash from log_hashes where mode = 'live' and level = 0 and position >= 256 and position < 512 order by position",
    "select entry from log_entries where mode = 'live' and position >= 256 and position < 512 order by position",
    "select size, count(*) from log_cosignatures where mode = 'live' and size >= 5 group by size order by size limit 200",
    "select size from log_cosignatures where mode = 'live' order by size desc limit 1",
    "select size from log_cosignatures where mode = 'live' and witness = 'one' order by size desc limit 1",
  ])('is found by an index, and sorted by it: %s', async (statement) => {
    const file = join(tempFolder(), 'membership.db')
    await openSqliteStore(file)
    const steps = plan(file, statement)
    expect(steps).toMatch(/SEARCH .* USING (COVERING )?INDEX/)
    expect(steps).not.toMatch(/SCAN|TEMP B-TREE/)
  })
})
