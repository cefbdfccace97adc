import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Sign } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { makeFolder } from '../database/make-folder'
import { ed25519KeyOf, newEd25519Key } from '../issuer/ed25519-key'
import { beginMemory, DamagedMemoryError, hasMemory } from './file-memory'
import { writeOnce } from './write-once'

export interface WitnessKey {
  key: VerifierKey
  sign: Sign
}

const FILE = 'key.json'

/** Neither a space nor what parts keys and addresses in a list of witnesses. */
export const WITNESS_NAME = /^[^\s+,@\p{Cc}\p{Cs}]{1,200}$/u

const stored = v.object({
  name: v.pipe(v.string(), v.regex(WITNESS_NAME)),
  /** Ed25519, 32 bytes, base64url. */
  seed: v.pipe(v.string(), v.regex(/^[\w-]{43}$/u)),
})

/** Where a witness remembers, below its folder. */
export const memoryFolder = (folder: string): string => join(folder, 'memory')

/**
 * The key of a witness, with its name: what it signed under one name it cannot have signed under another. The first start
 * makes it, and a memory with it: a key whose memory is gone is not used again.
 * @param folder made when it is missing
 * @param nameOf a new key
 * @throws DamagedMemoryError when only one of both is there; Error when the key cannot be read
 */
export function openWitnessKey(folder: string, nameOf: (publicKey: Uint8Array) => string): WitnessKey {
  const [file, memory] = [join(folder, FILE), memoryFolder(folder)]
  if (existsSync(file)) {
    if (!existsSync(memory) || !hasMemory(memory))
      throw new DamagedMemoryError(`The witness in ${folder} has a key, but its memory is gone.`)
    return read(file)
  }
  const fresh = newEd25519Key()
  const content = { name: nameOf(fresh.publicKey), seed: Buffer.from(fresh.seed).toString('base64url') }
  makeFolder(memory)
  // The memory comes first: whatever is cut off here, a key never stands without one.
  beginMemory(memory)
  writeOnce(file, `${JSON.stringify(v.parse(stored, content), null, 2)}\n`)
  return read(file)
}

function read(file: string): WitnessKey {
  const { name, seed } = parse(file)
  const pair = ed25519KeyOf(new Uint8Array(Buffer.from(seed, 'base64url')))
  return { key: { name, type: 'cosignature', publicKey: pair.publicKey }, sign: (message) => pair.sign(message) }
}

function parse(file: string): v.InferOutput<typeof stored> {
  try {
    return v.parse(stored, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The text itself is never repeated: it holds a secret.
    throw new Error(`The key of the witness in ${file} cannot be read.`, { cause: error })
  }
}
