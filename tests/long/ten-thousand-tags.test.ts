import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyCheckpoint } from '../../contract/tlog/checkpoint'
import { verifyConsistency } from '../../contract/tlog/merkle'
import { proveConsistency } from '../../contract/tlog/prove'
import { parseTlogProof } from '../../contract/tlog/tlog-proof'
import { hashReader } from '../../api/features/transparency-log/tree'
import { openManyTags } from '../support/many-tags'
import type { ManyTags } from '../support/many-tags'

const COUNT = 10_000

/** Every twentieth, and both neighbours of tile borders and powers of two. */
const looked = [
  ...new Set([
    ...Array.from({ length: COUNT / 20 }, (_, index) => index * 20),
    ...[256, 512, 1_024, 2_048, 4_096, 8_192, 9_984, COUNT].flatMap((border) => [border - 1, border]),
  ]),
].filter((tag) => tag < COUNT)

/** Upper limits of the database per TrustTag: the documented figures, rounded up. */
const byteLimits = {
  log: ['log_entries', 'log_hashes', 'log_checkpoints', 'log_heads', 'log_cosignatures'],
  credential: ['tag_credentials', 'status_places'],
} as const

let folder: string
let tags: ManyTags
let before: ReadonlyMap<string, number>
/** One entry per TrustTag, plus those of the status list. */
let size = 0
/** Checkpoints of the growing log by size, as an outsider may have kept them. */
const kept = new Map<number, string>()
/** After this many TrustTags. */
const keptAt = new Set([1, 2, 251, 252, 253, 4_032, 4_033, 9_999, COUNT])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'many-tags-'))
  tags = await openManyTags(folder)
  before = tags.tableBytes()
  for (let tag = 0; tag < COUNT; tag += 1) {
    await tags.issue(tag)
    const head = keptAt.has(tag + 1) ? await tags.store.log.head('live') : null
    if (head) kept.set(head.size, head.checkpoint)
  }
  size = Math.max(...kept.keys())
}, 1_800_000)

afterAll(async () => {
  await tags.store.close()
  rmSync(folder, { recursive: true, force: true })
})

describe(`with ${COUNT} TrustTags`, () => {
  it('the log has one entry for each and few more, under one signed checkpoint', async () => {
    const head = await tags.store.log.head('live')
    const logKeys = tags.services.issuer.logKeys('live')
    expect(head?.size).toBe(size)
    expect(size).toBeGreaterThan(COUNT)
    expect(size).toBeLessThan(COUNT * 1.02)
    expect(await verifyCheckpoint(head?.checkpoint ?? '', { logKeys, witnessKeys: [] })).toMatchObject({ size })
  })

  it(`the proofs of ${looked.length} of them verify, and are no longer than the tree is high`, async () => {
    for (const tag of looked) {
      const files = await tags.filesOf(tag)
      const report = await tags.verify({ ...files, statusList: await tags.statusListOf(tag) })
      expect([tag, report.verdict, report.log?.size]).toEqual([tag, 'valid', size])
      expect(parseTlogProof(files.proof)?.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)))
      expect(files.proof.length).toBeLessThan(1_000)
    }
  })

  it('no proof is valid for another entry', async () => {
    const [one, other] = [await tags.filesOf(4_095), await tags.filesOf(4_096)]
    const statusList = await tags.statusListOf(4_095)
    expect((await tags.verify({ ...one, proof: other.proof, statusList })).verdict).toBe('not-logged')
  })

  it('every earlier tree is a prefix of the last one', async () => {
    const reader = hashReader(tags.store, 'live')
    const logKeys = tags.services.issuer.logKeys('live')
    const rootAt = async (at: number): Promise<Uint8Array> => {
      const head = await verifyCheckpoint(kept.get(at) ?? '', { logKeys, witnessKeys: [] })
      if (head?.size !== at) throw new Error(`There is no checkpoint of ${at}.`)
      return head.root
    }
    const root = await rootAt(size)
    for (const oldSize of kept.keys()) {
      const [oldRoot, path] = [await rootAt(oldSize), await proveConsistency(oldSize, size, reader)]
      expect(verifyConsistency({ oldSize, oldRoot, size, root, path }), `of ${oldSize}`).toBe(true)
    }
  })

  it('each uses at most the documented disk space', () => {
    const after = tags.tableBytes()
    const perTag = (tables: readonly string[]): number => {
      const grown = tables.map((table) => (after.get(table) ?? 0) - (before.get(table) ?? 0))
      return grown.reduce((sum, bytes) => sum + bytes, 0) / COUNT
    }
    process.stdout.write(
      `bytes per TrustTag: log ${perTag(byteLimits.log)}, credential ${perTag(byteLimits.credential)}\n`,
    )
    expect(perTag(byteLimits.log)).toBeLessThan(300)
    expect(perTag(byteLimits.credential)).toBeLessThan(6_000)
  })
})
