import { fromBase64, toBase64 } from '../../../contract/bytes'
import { isDecimal } from '../../../contract/tlog/checkpoint'
import { HASH_BYTES } from '../../../contract/tlog/merkle'

/** What a witness is asked with (c2sp.org/tlog-witness, add-checkpoint). */
export interface WitnessRequest {
  /** Leaves of the tree that the witness last signed, as whoever asks believes. */
  oldSize: number
  /** That the new tree begins with the old one. */
  proof: readonly Uint8Array[]
  /** With its signatures. */
  checkpoint: string
}

const PROOF_MAX = 63

export const formatWitnessRequest = ({ oldSize, proof, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** Null for what is none. Whether the checkpoint is one is not looked at. */
export function parseWitnessRequest(text: string): WitnessRequest | null {
  const split = text.indexOf('\n\n')
  const [head = '', ...lines] = text.slice(0, Math.max(0, split)).split('\n')
  const [, old = ''] = /^old (\d+)$/u.exec(head) ?? []
  const oldSize = Number(old)
  if (!isDecimal(old) || !Number.isSafeInteger(oldSize) || lines.length > PROOF_MAX) return null
  const proof = lines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES)
  const hashes = proof.filter((hash) => hash !== null)
  return hashes.length === lines.length ? { oldSize, proof: hashes, checkpoint: text.slice(split + 2) } : null
}
