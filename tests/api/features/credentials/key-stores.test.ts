import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newStoredKey } from '../../../../api/features/credentials/issuer'
import { createDatabaseKeys, createFileKeys } from '../../../../api/features/credentials/keys'
import type { KeyStore, StoredKey } from '../../../../api/features/credentials/keys'
import { dumpDatabase } from '../../../support/dump-database'
import { tempFolder } from '../../../support/temp-folder'
import { openTestStore } from '../../database/open-test-store'
import { aSetOfKeys } from './stored-keys'
import { readFileSync } from 'node:fs'

/** One storage, opened as often as by processes; `kept` is its whole content. */
interface Place {
  open(encryptionKey?: Uint8Array | null): KeyStore
  kept(): string
}

const places: Record<string, () => Promise<Place>> = {
  files: () => {
    const folder = tempFolder()
    return Promise.resolve({
      open: (key = null) => createFileKeys(folder, key),
      kept: () => readFileSync(join(folder, 'signing-keys.json'), 'utf8'),
    })
  },
  database: async () => {
    const file = join(tempFolder(), 'membership.db')
    const store = await openTestStore(file)
    onTestFinished(() => store.close())
    return {
      open: (key = null) => createDatabaseKeys(store, key),
      kept: () => JSON.stringify(dumpDatabase(file)),
    }
  },
}

const secret = () => new Uint8Array(randomBytes(32))
const seedsOf = (keys: readonly StoredKey[]) => keys.flatMap(({ seed }) => (seed === null ? [] : [seed]))

/** The error of a promise, with everything that a log would write of it. */
async function failure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'nothing failed',
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('Nothing failed.')
  return [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n')
}

describe.each(Object.entries(places))('keys in %s', (_, openPlace) => {
  it('are read back as written', async () => {
    const place = await openPlace()
    expect(await place.open().list()).toEqual([])
    const keys = aSetOfKeys()
    await place.open().addFirst(keys)
    expect(new Set(await place.open().list())).toEqual(new Set(keys))
  })

  it('are created by one of two parallel starts', async () => {
    const place = await openPlace()
    const sets = Array.from({ length: 6 }, () => aSetOfKeys())
    const stores = sets.map(() => place.open())
    await Promise.all(stores.map((store, index) => store.addFirst(sets[index] ?? [])))
    const kept = await place.open().list()
    expect(kept).toHaveLength(4)
    for (const key of kept) expect(sets.flat()).toContainEqual(key)
  })

  it('are completed without changing existing keys', async () => {
    const place = await openPlace()
    const [first, ...others] = aSetOfKeys()
    await place.open().addFirst(first ? [first] : [])
    await place.open().addFirst([newStoredKey('issuer-live', 5_000), ...others])
    expect(new Set(await place.open().list())).toEqual(new Set([first, ...others]))
  })

  it('lose only their seed when they are replaced', async () => {
    const place = await openPlace()
    const keys = aSetOfKeys()
    await place.open().addFirst(keys)
    const next = newStoredKey('issuer-live', 9_000)
    await place.open().replace(next)
    const retired = { ...keys[0], seed: null, retiredAt: 9_000 }
    expect(new Set(await place.open().list())).toEqual(new Set([retired, ...keys.slice(1), next]))
    expect(place.kept()).not.toContain(keys[0]?.seed)
  })

  it('can be removed only when they are retired', async () => {
    const place = await openPlace()
    const keys = aSetOfKeys()
    await place.open().addFirst(keys)
    const publicKey = keys[0]?.publicKey ?? ''
    expect(await place.open().remove(publicKey)).toBe(false)
    await place.open().replace(newStoredKey('issuer-live', 9_000))
    expect(await place.open().remove(publicKey)).toBe(true)
    expect((await place.open().list()).map((key) => key.publicKey)).not.toContain(publicKey)
    expect(await place.open().list()).toHaveLength(4)
  })

  it('are encrypted from the start if there is an encryption key', async () => {
    const place = await openPlace()
    const [keys, encryptionKey] = [aSetOfKeys(), secret()]
    await place.open(encryptionKey).addFirst(keys)
    await place.open(encryptionKey).replace({ ...newStoredKey('log-live', 9_000) })
    const readable = await place.open(encryptionKey).list()
    expect(seedsOf(readable)).toHaveLength(4)
    for (const seed of seedsOf([...keys, ...readable])) expect(place.kept()).not.toContain(seed)
  })

  it('without encryption are encrypted at the next read', async () => {
    const place = await openPlace()
    const [keys, encryptionKey] = [aSetOfKeys(), secret()]
    await place.open().addFirst(keys)
    expect(place.kept()).toContain(keys[0]?.seed)
    expect(new Set(await place.open(encryptionKey).list())).toEqual(new Set(keys))
    for (const seed of seedsOf(keys)) expect(place.kept()).not.toContain(seed)
    expect(new Set(await place.open(encryptionKey).list())).toEqual(new Set(keys))
  })

  it('decrypt only with their own encryption key, and errors reveal no secret', async () => {
    const place = await openPlace()
    const [keys, right, wrong] = [aSetOfKeys(), secret(), secret()]
    await place.open(right).addFirst(keys)
    const lines = [await failure(place.open(wrong).list()), await failure(place.open().list())]
    expect(lines[0]).toMatch(/cannot be decrypted: KEY_ENCRYPTION_KEY has changed/u)
    expect(lines[1]).toMatch(/encrypted, but KEY_ENCRYPTION_KEY is not set/u)
    const kept = place.kept().match(/A256GCM\.[\w-]+/gu) ?? []
    expect(kept).toHaveLength(4)
    for (const text of [...kept, ...seedsOf(keys), Buffer.from(wrong).toString('base64')])
      for (const line of lines) expect(line).not.toContain(text)
  })
})
