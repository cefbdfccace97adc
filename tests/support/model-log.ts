import { concatBytes, toUtf8 } from '../../contract/bytes'
import { signCheckpoint } from '../../contract/tlog/checkpoint'
import { EMPTY_ROOT, hashLeaf, hashNode } from '../../contract/tlog/merkle'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { newEd25519Key } from '../../api/features/transparency-log/ed25519'
import type { Ed25519Key } from '../../api/features/transparency-log/ed25519'
import { formatWitnessRequest } from '../../api/features/transparency-log/witness'

export type ModelLog = ReturnType<typeof createModelLog>

/** A log whose owner can do anything: grow, forget, rewrite. Trees and proofs follow RFC 6962 recursively. */
export function createModelLog(origin = 'log.example/trusttag/log', pair: Ed25519Key = newEd25519Key()) {
  const entries: string[] = []
  const leaves = (size: number) => entries.slice(0, size).map((entry) => hashLeaf(toUtf8(entry)))
  const key: VerifierKey = { name: origin, type: 'ed25519', publicKey: pair.publicKey }
  const checkpoint = (size = entries.length, root = treeHash(leaves(size))) =>
    signCheckpoint({ origin, size, root }, key, (message) => pair.sign(message))
  return {
    key,
    entries,
    checkpoint,
    grow(count: number): void {
      for (let index = 0; index < count; index += 1) entries.push(`entry ${entries.length}`)
    },
    root: (size: number) => treeHash(leaves(size)),
    proof: (oldSize: number, size = entries.length) => (oldSize === 0 ? [] : subproof(oldSize, leaves(size), true)),
    /** The request of an honest log. */
    async request(oldSize: number, size = entries.length): Promise<string> {
      const proof = oldSize === 0 ? [] : subproof(oldSize, leaves(size), true)
      return formatWitnessRequest({ oldSize, proof, checkpoint: await checkpoint(size) })
    },
    /** The same log with other entries from a position on. */
    fork(from: number, count: number) {
      const other = createModelLog(origin, pair)
      other.entries.push(...entries.slice(0, from), ...Array.from({ length: count }, (_, index) => `other ${index}`))
      return other
    },
    /** The same log after a key change. */
    withNewKey() {
      const other = createModelLog(origin)
      other.entries.push(...entries)
      return other
    },
  }
}

function splitOf(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/** RFC 6962, section 2.1. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  const middle = splitOf(leaves.length)
  return hashNode(treeHash(leaves.slice(0, middle)), treeHash(leaves.slice(middle)))
}

/** RFC 6962, section 2.1.2. */
function subproof(old: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (old === leaves.length) return isWhole ? [] : [treeHash(leaves)]
  const middle = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)]
  if (old <= middle) return [...subproof(old, left, isWhole), treeHash(right)]
  return [...subproof(old - middle, right, false), treeHash(left)]
}

export const flipped = (bytes: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of((bytes[0] ?? 0) ^ 1), bytes.slice(1))
