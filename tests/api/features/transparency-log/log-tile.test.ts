import { beforeEach, describe, expect, it } from 'vitest'
import { logTile } from '../../../../api/features/transparency-log/tree'
import { toHex } from '../../../../contract/bytes'
import { leafHashOf, logEntry } from '../../../../contract/credential/log-entry'
import { fillLog, tileLevels } from '../../../support/filled-log'
import type { Store } from '../../../support/repositories'
import { openTestStore } from '../../database/open-test-store'

const entries = Array.from({ length: 600 }, (_, number) => logEntry('issue', number.toString(16).padStart(64, '0')))
const levels = tileLevels(entries.map(leafHashOf))
let store: Store
const read = (path: string) => logTile(store, 'test', path)
const hex = async (path: string) => toHex((await read(path)) ?? new Uint8Array(0))
const joined = (level: number, from: number, to: number) => (levels[level] ?? []).slice(from, to).map(toHex).join('')

beforeEach(async () => {
  store = await openTestStore()
  await fillLog(store, entries)
})

describe('a tile', () => {
  it('has the 256 hashes of its position, 32 bytes each', async () => {
    expect(await hex('tile/0/001')).toBe(joined(0, 256, 512))
    expect(await read('tile/0/001')).toHaveLength(8_192)
  })

  it('has the requested width, and stays the same after the log grew', async () => {
    expect(await hex('tile/0/002.p/88')).toBe(joined(0, 512, 600))
    expect(await hex('tile/0/002.p/3')).toBe(joined(0, 512, 515))
    expect(await hex('tile/0/000.p/255')).toBe(joined(0, 0, 255))
    expect(await hex('tile/1/000.p/2')).toBe(joined(1, 0, 2))
  })

  it.each(['tile/0/002', 'tile/0/002.p/89', 'tile/0/003.p/1', 'tile/1/000', 'tile/1/000.p/3', 'tile/2/000.p/1'])(
    'does not exist before its last hash: %s',
    async (path) => expect(await read(path)).toBeNull(),
  )

  it.each(['', 'tile', 'tile/0/', 'tile/0/0', 'tile/0/x000', 'tile/64/000', 'checkpoint', '../log/tile/0/000'])(
    'is not %j',
    async (path) => expect(await read(path)).toBeNull(),
  )
})

describe('a bundle', () => {
  it('has the entries of its position, each after its length in two bytes', async () => {
    const bundle = Buffer.from((await read('tile/entries/002.p/88'))!)
    const found: string[] = []
    for (let at = 0; at < bundle.length;) {
      const length = bundle.readUInt16BE(at)
      found.push(bundle.subarray(at + 2, at + 2 + length).toString())
      at += 2 + length
    }
    expect(found).toEqual(entries.slice(512))
  })

  it('counts bytes, not letters', async () => {
    const long = await openTestStore()
    await fillLog(long, ['é'.repeat(200)])
    const bundle = await logTile(long, 'test', 'tile/entries/000.p/1')
    expect(bundle!.slice(0, 4)).toEqual(Uint8Array.of(1, 144, 0xc3, 0xa9))
    expect(bundle).toHaveLength(402)
  })

  it('does not exist before its last entry', async () => {
    expect(await read('tile/entries/002')).toBeNull()
    expect(await read('tile/entries/002.p/89')).toBeNull()
  })
})
