import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, toUtf8 } from '../../contract/bytes'
import type { AuditKeys } from './choose-keys'
import type { SignedTree } from './compare-trees'
import type { Finding } from './finding'
import { createHttpSource } from './log-source'
import { readCheckpoint } from './read-checkpoint'

/** What a witness saw of a log (c2sp.org/tlog-witness, "Monitor Retrieval Mechanism"). */
export type Sighting = { address: string } & (
  { seen: SignedTree; cosigned: readonly { name: string; time: number }[] } | { seen: null; finding: Finding | null }
)

/** @param address its monitoring prefix. @throws AuditError when it does not answer */
export async function askWitness(address: URL, keys: AuditKeys): Promise<Sighting> {
  const path = `${toHex(sha256(toUtf8(keys.origin)))}/checkpoint`
  const served = await readCheckpoint(createHttpSource(address), path, keys)
  const where = { address: address.href }
  if (!served) return { ...where, seen: null, finding: null }
  if (!('verified' in served)) return { ...where, seen: null, finding: served }
  const { text, verified } = served
  const seen = { source: `as ${address.href} saw it`, checkpoint: text, head: verified }
  return { ...where, seen, cosigned: verified.cosignatures }
}
