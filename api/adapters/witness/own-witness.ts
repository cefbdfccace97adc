import { toHex } from '../../../contract/bytes'
import type { VerifierKey } from '../../../contract/tlog/signed-note'
import { addCheckpoint } from '../../domain/witness/add-checkpoint'
import type { Clock } from '../../lib/clock'
import type { Witness } from '../../ports/trusttag/witness'
import { createFileMemory } from './file-memory'
import { memoryFolder, openWitnessKey } from './witness-key'

export interface OwnWitnessOptions {
  /** Of its key and its memory: never in the database of the log. */
  folder: string
  /** Of the log's address, without the scheme: the witness's name begins with it. */
  host: string
  /** Of every log it watches, read anew each time. */
  logKeys: () => readonly VerifierKey[]
  clock: Clock
}

/** So many characters of its key stand in its name: a lost one is never mixed up with the next. */
const NAME_KEY_BYTES = 4

/**
 * A witness in the log's own process. It notices a database that went back, or that somebody rewrote; who runs both could
 * change both.
 */
export function openOwnWitness({ folder, host, logKeys, clock }: OwnWitnessOptions): Witness {
  const nameOf = (publicKey: Uint8Array) => `${host}/trusttag/witness/${toHex(publicKey.slice(0, NAME_KEY_BYTES))}`
  const { key, sign } = openWitnessKey(folder, nameOf)
  const memory = createFileMemory(memoryFolder(folder), key)
  const keysOf = (origin: string) => logKeys().filter(({ name }) => name === origin)
  return {
    key,
    isSelfRun: true,
    addCheckpoint: (request) => addCheckpoint({ key, sign, logKeys: keysOf, memory, clock }, request),
  }
}
