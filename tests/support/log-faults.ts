import { toHex } from '../../contract/bytes'
import { leafHashOf } from '../../contract/credential/log-entry'
import type { ProofMode } from '../../contract/proof-paths'
import { verifyCheckpoint } from '../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import type { Store } from './repositories'
import { plainRoot, tileLevels } from './filled-log'

type ReadLog = Pick<Store['log'], 'head' | 'readEntries' | 'readHashes'>

const ALL = 1_000_000

/**
 * Recomputes every hash from the entries. Empty for a correct log.
 * @param logKeys valid signers of its checkpoint
 */
export async function logFaults(log: ReadLog, mode: ProofMode, logKeys: readonly VerifierKey[]): Promise<string[]> {
  const [head, entries] = [await log.head(mode), await log.readEntries(mode, 0, ALL)]
  if (!head) return entries.length === 0 ? [] : [`${entries.length} entries, and no checkpoint`]
  const checkpoint = await verifyCheckpoint(head.checkpoint, { logKeys, witnessKeys: [] })
  if (!checkpoint) return [`a checkpoint that is not right: ${head.checkpoint}`]
  const leaves = entries.map(leafHashOf)
  const sizes = [head.size, checkpoint.size, entries.length]
  const faults = new Set(sizes).size === 1 ? [] : [`row, checkpoint and entries count ${sizes.join(', ')}`]
  if (toHex(plainRoot(leaves)) !== toHex(checkpoint.root)) faults.push('the entries have another root than is signed')
  const levels = tileLevels(leaves)
  for (const [level, hashes] of [...levels, []].entries()) {
    const stored = await log.readHashes(mode, level, 0, ALL)
    if (stored.join() !== hashes.map(toHex).join()) faults.push(`the hashes of level ${level} are other ones`)
  }
  return faults
}

/** Checkpoints that do not match the entries. Without any, all checkpoints are consistent with each other. */
export async function checkpointFaults(
  entries: readonly string[],
  checkpoints: readonly string[],
  logKeys: readonly VerifierKey[],
): Promise<string[]> {
  const leaves = entries.map(leafHashOf)
  const roots = new Map<number, string>()
  const faults: string[] = []
  for (const text of checkpoints) {
    const checkpoint = await verifyCheckpoint(text, { logKeys, witnessKeys: [] })
    const size = checkpoint?.size ?? 0
    const root = roots.get(size) ?? (size > 0 && size <= leaves.length ? toHex(plainRoot(leaves.slice(0, size))) : '')
    roots.set(size, root)
    if (!checkpoint || toHex(checkpoint.root) !== root)
      faults.push(`not of the tree of ${entries.length} entries: ${text}`)
  }
  return faults
}
