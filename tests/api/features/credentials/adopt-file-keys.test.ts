import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../api/lib/clock'
import { createDatabaseKeys, createFileKeys } from '../../../../api/features/credentials/keys'
import { openIssuer } from '../../../../api/features/credentials/issuer'
import { appendEntry } from '../../../../api/features/transparency-log/tree'
import { logEntry } from '../../../../contract/credential/log-entry'
import { tempFolder } from '../../../support/temp-folder'
import { openTestStore } from '../../database/open-test-store'
import { aSetOfKeys } from './stored-keys'

const issuerOrigin = 'http://localhost:4001'
const settings = (keysIn: 'files' | 'database', dataDir: string) => ({
  keys: { keysIn, encryptionKey: null },
  dataDir,
  issuerOrigin,
})

/** An installation with its keys in files, and an entry in its log. */
async function openWithFiles() {
  const [dataDir, store] = [tempFolder(), await openTestStore()]
  const issuer = await openIssuer(settings('files', dataDir), store, systemClock)
  const append = (by = issuer) =>
    store.transaction((repositories) =>
      appendEntry(repositories, { issuer: by }, 'live', logEntry('issue', 'a'.repeat(64))),
    )
  await append()
  return { dataDir, store, issuer, append }
}

test('adopts the keys of an installation that moves to a shared database, including retired ones', async () => {
  const { dataDir, store, issuer, append } = await openWithFiles()
  const [next] = aSetOfKeys(Date.now() + 1_000)
  if (next) await createFileKeys(join(dataDir, 'keys')).replace(next)
  await issuer.readKeysAgain()
  const moved = await openIssuer(settings('database', dataDir), store, systemClock)
  for (const mode of ['live', 'test'] as const) {
    expect(moved.issuerKeys(mode)).toEqual(issuer.issuerKeys(mode))
    expect(moved.logKeys(mode)).toEqual(issuer.logKeys(mode))
  }
  expect(moved.issuerKeys('live')).toHaveLength(2)
  await append(moved)
  // A machine without the files finds the keys in the database.
  const elsewhere = await openIssuer(settings('database', tempFolder()), store, systemClock)
  expect(elsewhere.logKeys('live')).toEqual(issuer.logKeys('live'))
})

test('ignores keys that did not sign this log, and stops the start', async () => {
  const { store } = await openWithFiles()
  const dataDir = tempFolder()
  await createFileKeys(join(dataDir, 'keys')).addFirst(aSetOfKeys())
  await expect(openIssuer(settings('database', dataDir), store, systemClock)).rejects.toThrow(
    /the signing keys are missing/u,
  )
  expect(await store.signingKeys.list()).toEqual([])
})

test('ignores key files if the database has keys', async () => {
  const { dataDir, store } = await openWithFiles()
  const there = aSetOfKeys()
  await createDatabaseKeys(store, null).addFirst(there)
  const issuer = await openIssuer(settings('database', dataDir), store, systemClock)
  expect(issuer.issuerKeys('live')).toHaveLength(1)
  expect((await store.signingKeys.list()).map(({ publicKey }) => publicKey).toSorted()).toEqual(
    there.map(({ publicKey }) => publicKey).toSorted(),
  )
})
