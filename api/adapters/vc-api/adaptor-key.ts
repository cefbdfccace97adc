import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519KeyOf, newEd25519Key } from '../issuer/ed25519-key'
import { publicMultikey } from '../issuer/multikey'
import type { CredentialKey } from '../issuer/sign-credential'

const FILE = 'vc-api-key.txt'

/**
 * The key that the VC API signs with: a `did:key` of its own, made when it is first needed. It signs whatever it is handed,
 * so it is never one of the keys that TrustTags are signed with.
 * @param folder where it is kept, readable by its owner only
 * @throws Error when the file holds no key; its text is never repeated
 */
export function adaptorKey(folder: string): CredentialKey {
  const file = join(folder, FILE)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Another process may be quicker: then its key is read.
    writeIfMissing(file, Buffer.from(newEd25519Key().seed).toString('base64url'))
  }
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (seed.length !== 32) throw new Error(`The key in ${file} cannot be read.`)
  const key = ed25519KeyOf(new Uint8Array(seed))
  const publicKeyMultibase = publicMultikey(key.publicKey)
  return { did: `did:key:${publicKeyMultibase}`, publicKeyMultibase, seed: key.seed }
}

function writeIfMissing(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!existsSync(file)) throw error
  }
}
