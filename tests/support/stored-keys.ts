import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newStoredKey } from '../../api/features/credentials/issuer'
import { createFileKeys, type KeyStore, type StoredKey } from '../../api/features/credentials/keys'
import { keyPurposes } from '../../api/features/credentials/settings'

/** When every test's clock starts. */
const CREATED_AT = Date.UTC(2026, 10, 21, 9)

let made: readonly StoredKey[] | undefined

/**
 * The signing keys of an earlier start, in files. All tests of a process have the same: in Node.js 20, importing the four
 * takes longer than most tests.
 * @param folder must not exist yet
 */
export function storedKeys(folder: string): KeyStore {
  const keys = (made ??= keyPurposes.map((purpose) => newStoredKey(purpose, CREATED_AT)))
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'signing-keys.json'), JSON.stringify(keys), { mode: 0o600 })
  const files = createFileKeys(folder)
  let isFirst = true
  return {
    ...files,
    list() {
      if (!isFirst) return files.list()
      isFirst = false
      return Promise.resolve([...keys])
    },
  }
}
