import { createQueryId, sql, SqliteQueryCompiler } from 'kysely'
import type { RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Tx } from '../../../../api/database/db'
import { appendEntry, hashReader } from '../../../../api/features/transparency-log/tree'
import { leafHashOf, logEntry } from '../../../../contract/credential/log-entry'
import { equalBytes, toHex } from '../../../../contract/bytes'
import type { ProofMode } from '../../../../contract/proof-paths'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { verifyConsistency, verifyInclusion } from '../../../../contract/tlog/merkle'
import { proveConsistency, proveInclusion } from '../../../../contract/tlog/prove'
import { logFaults } from '../../../support/log-faults'
import { fillLog, plainRoot } from '../../../support/filled-log'
import { openTestServices } from '../../../support/open-test-services'

const anEntry = (number: number): string => logEntry('issue', number.toString(16).padStart(64, '0'))
const entries = (count: number): string[] => Array.from({ length: count }, (_, number) => anEntry(number))

/** A log in the database that already has this many entries. */
async function filledLog(count: number) {
  const { issuer, store } = await openTestServices()
  const filled = entries(count)
  const head = { size: count, root: plainRoot(filled.map(leafHashOf)) }
  const checkpoint = await issuer.signCheckpoint('test', head)
  // One transaction, so that the disk is waited for once.
  await store.transaction((tx) => fillLog(tx, filled, checkpoint))
  const append = (number: number, before: (tx: Tx) => Promise<unknown> = () => Promise.resolve()) =>
    store.transaction(async (tx) => {
      await before(tx)
      return appendEntry(tx, { issuer }, 'test', anEntry(number))
    })
  return { issuer, store, log: store.log, append, root: head.root }
}

describe('the log in the database', () => {
  it('is whole across tile borders, and every tree begins with the previous ones', async () => {
    const { store, issuer } = await openTestServices()
    const seen: { size: number; root: Uint8Array }[] = []
    // Several entries per transaction, as in revocations after a refund.
    for (let next = 0; next < 520; next += 40)
      await store.transaction(async (tx) => {
        for (let number = next; number < next + 40; number += 1) {
          const { index, leafHash } = await appendEntry(tx, { issuer }, 'live', anEntry(number))
          expect([index, leafHash]).toEqual([number, toHex(leafHashOf(anEntry(number)))])
          if (![254, 255, 256, 510, 511, 512, 519].includes(number)) continue
          const { checkpoint } = (await tx.log.head('live'))!
          const verified = await verifyCheckpoint(checkpoint, { logKeys: issuer.logKeys('live'), witnessKeys: [] })
          expect(verified?.size).toBe(number + 1)
          expect(equalBytes(verified!.root, plainRoot(entries(number + 1).map(leafHashOf)))).toBe(true)
          seen.push(verified!)
        }
      })
    expect(await logFaults(store.log, 'live', issuer.logKeys('live'))).toEqual([])
    expect(await store.log.head('test')).toBeNull()
    const newest = seen.at(-1)!
    for (const old of seen) {
      const path = await proveConsistency(old.size, newest.size, hashReader(store, 'live'))
      expect(verifyConsistency({ oldSize: old.size, oldRoot: old.root, ...newest, path })).toBe(true)
    }
  })

  it('keeps nothing of a transaction that was rolled back', async () => {
    const { store, issuer } = await openTestServices()
    const append = (number: number, end?: Error) =>
      store.transaction(async (tx) => {
        const { index } = await appendEntry(tx, { issuer }, 'live', anEntry(number))
        if (end) throw end
        return index
      })
    expect(await append(1)).toBe(0)
    const before = await store.log.head('live')
    await expect(append(2, new Error('the credit is spent'))).rejects.toThrow('spent')
    expect(await store.log.head('live')).toEqual(before)
    expect(await append(3)).toBe(1)
    expect(await store.log.readEntries('live', 0, 9)).toEqual([anEntry(1), anEntry(3)])
    expect(await logFaults(store.log, 'live', issuer.logKeys('live'))).toEqual([])
  })

  it('stays empty if its first entry is rolled back', async () => {
    const { store, issuer } = await openTestServices()
    const first = store.transaction(async (tx) => {
      await appendEntry(tx, { issuer }, 'live', anEntry(1))
      throw new Error('no')
    })
    await expect(first).rejects.toThrow('no')
    expect(await store.log.head('live')).toBeNull()
    expect(await logFaults(store.log, 'live', issuer.logKeys('live'))).toEqual([])
  })

  it('gives each of many parallel entries its own position, by mode', async () => {
    const { store, issuer } = await openTestServices()
    const modes: ProofMode[] = ['live', 'test']
    const places = await Promise.all(
      entries(60).map((entry, number) =>
        store.transaction((tx) => appendEntry(tx, { issuer }, modes[number % 2] ?? 'live', entry)),
      ),
    )
    for (const mode of modes) {
      expect(await logFaults(store.log, mode, issuer.logKeys(mode))).toEqual([])
      const own = places.filter((_, number) => modes[number % 2] === mode).map(({ index }) => index)
      expect(own.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index))
    }
  })
})

describe('a log of many entries', () => {
  it('goes from level one to level two at 65,536 entries', async () => {
    const { issuer, store, log, append } = await filledLog(65_534)
    const checkpoints: { size: number; root: Uint8Array }[] = []
    for (let number = 65_534; number < 65_539; number += 1) {
      await append(number)
      const { checkpoint } = (await log.head('test'))!
      checkpoints.push((await verifyCheckpoint(checkpoint, { logKeys: issuer.logKeys('test'), witnessKeys: [] }))!)
    }
    expect(await log.readHashes('test', 2, 0, 9)).toHaveLength(1)
    expect(await log.readHashes('test', 1, 0, 999)).toHaveLength(256)
    expect(await logFaults(log, 'test', issuer.logKeys('test'))).toEqual([])
    const [old, ...younger] = checkpoints
    for (const young of younger) {
      const path = await proveConsistency(old!.size, young.size, hashReader(store, 'test'))
      expect(verifyConsistency({ oldSize: old!.size, oldRoot: old!.root, ...young, path })).toBe(true)
    }
    for (const index of [0, 255, 65_535, 65_536, 65_538]) {
      const { size, root } = checkpoints.at(-1)!
      const path = await proveInclusion(index, size, hashReader(store, 'test'))
      expect(verifyInclusion({ index, size, leafHash: leafHashOf(anEntry(index)), path }, root)).toBe(true)
    }
  })

  it('needs few tiles: at most one per edge and level', async () => {
    const { store } = await filledLog(10_000)
    const asked: string[] = []
    const kysely = store.kysely.withPlugin({
      transformQuery({ node }) {
        const [, level, from] = new SqliteQueryCompiler().compileQuery(node, createQueryId()).parameters
        asked.push(`${String(level)} ${String(from)}`)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await proveInclusion(5_000, 10_000, hashReader({ ...store, kysely }, 'test'))
    expect(asked.toSorted()).toEqual(['0 4864', '0 9984', '1 0'])
  })

  it('is not signed if its hashes are not those of the last signed tree', async () => {
    const { append, root } = await filledLog(300)
    const hashes = (tx: Tx, hash: string | RawBuilder<string>) => tx.kysely.updateTable('logHashes').set({ hash })
    await expect(
      append(300, ({ kysely }) => kysely.deleteFrom('logHashes').where('level', '=', 1).execute()),
    ).rejects.toThrow('no hashes of level 1')
    await expect(append(300, (tx) => hashes(tx, sql<string>`substr(hash, 3)`).execute())).rejects.toThrow(
      'invalid hash',
    )
    await expect(
      append(300, (tx) => hashes(tx, toHex(root)).where('level', '=', 0).where('position', '=', 299).execute()),
    ).rejects.toThrow('damaged')
    await expect(
      append(300, ({ kysely }) => kysely.updateTable('logHeads').set({ size: 299 }).execute()),
    ).rejects.toThrow('damaged')
    expect((await append(300)).index).toBe(300)
  })
})
