import { describe, expect, it } from 'vitest'
import { appendEntry, hashReader } from '../../../../api/features/transparency-log/append'
import { leafHashOf, logEntry } from '../../../../contract/credential/log-entry'
import { equalBytes, toHex } from '../../../../contract/bytes'
import type { ProofMode } from '../../../../contract/proof-paths'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { verifyConsistency, verifyInclusion } from '../../../../contract/tlog/merkle'
import { proveConsistency, proveInclusion } from '../../../../contract/tlog/prove'
import { logFaults } from '../../../support/log-faults'
import { createMemoryLog, plainRoot } from '../../../support/memory-log'
import { openTestServices } from '../../handlers/open-test-services'

const anEntry = (number: number): string => logEntry('issue', number.toString(16).padStart(64, '0'))
const entries = (count: number): string[] => Array.from({ length: count }, (_, number) => anEntry(number))

/** A log in memory that has so many entries already. */
async function filledLog(count: number) {
  const { issuer } = await openTestServices()
  const filled = entries(count)
  const head = { size: count, root: plainRoot(filled.map(leafHashOf)) }
  const log = createMemoryLog(filled, await issuer.signCheckpoint('test', head))
  const append = (number: number, changed: Partial<typeof log> = {}) =>
    appendEntry({ log: { ...log, ...changed } }, { issuer }, 'test', anEntry(number))
  return { issuer, log, append, root: head.root }
}

describe('the log in the database', () => {
  it('is whole across the borders of tiles, and every tree begins with the ones before', async () => {
    const { store, issuer } = await openTestServices()
    const seen: { size: number; root: Uint8Array }[] = []
    // Several entries to a transaction, as revocations after a refund come.
    for (let next = 0; next < 1_000; next += 50)
      await store.transaction(async ({ log }) => {
        for (let number = next; number < next + 50; number += 1) {
          const { index, leafHash } = await appendEntry({ log }, { issuer }, 'live', anEntry(number))
          expect([index, leafHash]).toEqual([number, toHex(leafHashOf(anEntry(number)))])
          if (![254, 255, 256, 510, 511, 512, 767, 768, 999].includes(number)) continue
          const { checkpoint } = (await log.head('live'))!
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
      const path = await proveConsistency(old.size, newest.size, hashReader(store.log, 'live'))
      expect(verifyConsistency({ oldSize: old.size, oldRoot: old.root, ...newest, path })).toBe(true)
    }
  })

  it('keeps nothing of a transaction that was rolled back, and goes on as if it had not been', async () => {
    const { store, issuer } = await openTestServices()
    const append = (number: number, end?: Error) =>
      store.transaction(async ({ log }) => {
        const { index } = await appendEntry({ log }, { issuer }, 'live', anEntry(number))
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

  it('leaves an empty log empty when its first entry is rolled back', async () => {
    const { store, issuer } = await openTestServices()
    const first = store.transaction(async ({ log }) => {
      await appendEntry({ log }, { issuer }, 'live', anEntry(1))
      throw new Error('no')
    })
    await expect(first).rejects.toThrow('no')
    expect(await store.log.head('live')).toBeNull()
    expect(await logFaults(store.log, 'live', issuer.logKeys('live'))).toEqual([])
  })

  it('gives every entry its own place when many are written at once, each mode for itself', async () => {
    const { store, issuer } = await openTestServices()
    const modes: ProofMode[] = ['live', 'test']
    const places = await Promise.all(
      entries(60).map((entry, number) =>
        store.transaction(({ log }) => appendEntry({ log }, { issuer }, modes[number % 2] ?? 'live', entry)),
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
    const { issuer, log, append } = await filledLog(65_534)
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
      const path = await proveConsistency(old!.size, young.size, hashReader(log, 'test'))
      expect(verifyConsistency({ oldSize: old!.size, oldRoot: old!.root, ...young, path })).toBe(true)
    }
    for (const index of [0, 255, 65_535, 65_536, 65_538]) {
      const { size, root } = checkpoints.at(-1)!
      const path = await proveInclusion(index, size, hashReader(log, 'test'))
      expect(verifyInclusion({ index, size, leafHash: leafHashOf(anEntry(index)), path }, root)).toBe(true)
    }
  })

  it('is asked for few tiles: at most one for each edge and level', async () => {
    const { log } = await filledLog(10_000)
    const asked: string[] = []
    const counted = {
      readHashes: (mode: ProofMode, level: number, from: number, count: number) => {
        asked.push(`${level} ${from}`)
        return log.readHashes(mode, level, from, count)
      },
    }
    await proveInclusion(5_000, 10_000, hashReader(counted, 'test'))
    expect(asked.toSorted()).toEqual(['0 4864', '0 9984', '1 0'])
  })

  it('is not signed any further when its hashes are not those of the tree that was signed last', async () => {
    const { log, append, root } = await filledLog(300)
    const reads = (change: (hashes: string[]) => string[]): Partial<typeof log> => ({
      readHashes: async (...of) => change(await log.readHashes(...of)),
    })
    await expect(
      append(
        300,
        reads((hashes) => hashes.slice(1)),
      ),
    ).rejects.toThrow('lacks hashes')
    await expect(
      append(
        300,
        reads((hashes) => hashes.map((hash) => hash.slice(2))),
      ),
    ).rejects.toThrow('none')
    await expect(
      append(
        300,
        reads((hashes) => [...hashes.slice(0, -1), toHex(root)]),
      ),
    ).rejects.toThrow('damaged')
    const signed = await log.head('test')
    await expect(append(300, { lock: () => Promise.resolve({ ...signed!, size: 299 }) })).rejects.toThrow('damaged')
    expect((await append(300)).index).toBe(300)
  })
})
