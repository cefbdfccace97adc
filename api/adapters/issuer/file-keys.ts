import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { keyPurposes } from '../../ports/trusttag/key-store'
import type { KeyStore, StoredKey } from '../../ports/trusttag/key-store'

const FILE = 'signing-keys.json'

const storedKeys = v.array(
  v.object({
    purpose: v.picklist(keyPurposes),
    publicKey: v.pipe(v.string(), v.regex(/^[\w-]{43}$/u)),
    seed: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{43}$/u))),
    createdAt: v.number(),
    retiredAt: v.nullable(v.number()),
  }),
)

/** Keys in one file of a folder, readable by their owner only. @param folder made when it is missing */
export function createFileKeys(folder: string): KeyStore {
  const file = join(folder, FILE)

  function read(): StoredKey[] {
    if (!existsSync(file)) return []
    try {
      return v.parse(storedKeys, JSON.parse(readFileSync(file, 'utf8')))
    } catch (error) {
      // The text itself is never repeated: it holds secrets.
      throw new Error(`The signing keys in ${file} cannot be read.`, { cause: error })
    }
  }

  return {
    list: () => Promise.resolve(read()),
    replace: (key) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const others = read().map((one) =>
        one.purpose === key.purpose ? { ...one, seed: null, retiredAt: one.retiredAt ?? key.createdAt } : one,
      )
      const fresh = `${file}.new`
      writeFileSync(fresh, `${JSON.stringify([...others, key], null, 2)}\n`, { mode: 0o600 })
      chmodSync(fresh, 0o600)
      renameSync(fresh, file)
      return Promise.resolve()
    },
  }
}
