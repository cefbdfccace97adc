/** Checks that a status list is the newest version in the public log. */
import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../bytes'
import { proofPaths } from '../proof-paths'
import { verifyCheckpoint } from '../tlog/checkpoint'
import { verifyTail } from '../tlog/merkle'
import { parseTlogProof } from '../tlog/tlog-proof'
import { isRecord, listOf, textOf } from './json-reading'
import { leafHashOf, parseLogEntry, statusEntry } from './log-entry'
import type { StatusVersion } from './log-entry'
import type { IssuerPlace } from './read-facts'
import type { TrustedIssuer } from './report'

/** A status list with the proof that it is in the log, as returned by `<log>/status/<n>.json`. */
export interface LoggedList {
  /** BitstringStatusListCredential, as returned by `/trusttag/status/<n>`. */
  statusListCredential: unknown
  version: number
  /** C2SP tlog-proof of this version's entry. */
  proof: string
  /** All later entries of the log, up to the end of the proof's tree: none is a newer version. */
  laterEntries: readonly string[]
}

/** A response may contain only the list, as other verifiers read it. */
export const isLoggedList = (value: unknown): value is Record<keyof LoggedList, unknown> =>
  isRecord(value) && 'statusListCredential' in value

/** @param bits of the list, uncompressed */
export const digestOfBits = (bits: Uint8Array): string => toHex(sha256(bits))

/**
 * Whether the log has a version of a list with exactly these bits, and no later one, in the proof's tree.
 * @param list its number, and the digest of the received bits
 */
export async function isNewestInLog(
  { list, digest }: Omit<StatusVersion, 'version'>,
  { version, proof, laterEntries }: Record<keyof LoggedList, unknown>,
  { logKeys }: Pick<TrustedIssuer, 'logKeys'>,
  { host, mode }: IssuerPlace,
): Promise<boolean> {
  const parsed = parseTlogProof(textOf(proof))
  const head = parsed && (await verifyCheckpoint(parsed.checkpoint, { logKeys, witnessKeys: [] }))
  if (!head || head.origin !== host + proofPaths[mode].log) return false
  const later = listOf(laterEntries).map(textOf)
  const isNewer = (text: string) => {
    const entry = parseLogEntry(text)
    return entry?.type === 'status' && entry.list === list
  }
  const entries = [statusEntry({ list, version: Number(version), digest }), ...later]
  const { index, path } = parsed
  return !later.some(isNewer) && verifyTail({ ...head, index, path, leafHashes: entries.map(leafHashOf) }, head.root)
}
