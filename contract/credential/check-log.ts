import { toHex } from '../bytes'
import { proofPaths } from '../proof-paths'
import { isSignedInNameOf, verifyCheckpoint } from '../tlog/checkpoint'
import { verifyInclusion } from '../tlog/merkle'
import { parseTlogProof } from '../tlog/tlog-proof'
import { credentialDigest, leafHashOf, logEntry } from './log-entry'
import type { IssuerPlace } from './read-facts'
import type { checkReasons, LogFacts, TrustedIssuer } from './report'

export type LogFound =
  { reason: 'included'; facts: LogFacts } | { reason: Exclude<(typeof checkReasons)['log'][number], 'included'> }

/**
 * Checks a proof that a credential is in its issuer's log. The log must have the issuer's own name.
 * @param credential with a checked signature
 * @param proof text of the `.tlog-proof`; null without one
 */
export async function checkLog(
  credential: unknown,
  proof: string | null,
  { logKeys, witnesses }: TrustedIssuer,
  { host, mode }: IssuerPlace,
): Promise<LogFound> {
  if (proof === null) return { reason: 'no-log-proof' }
  const parsed = parseTlogProof(proof)
  if (!parsed) return { reason: 'malformed-log-proof' }
  const ownKeys = logKeys.filter(({ name }) => name === host + proofPaths[mode].log)
  const head = await verifyCheckpoint(parsed.checkpoint, {
    logKeys: ownKeys,
    witnessKeys: witnesses.map(({ key }) => key),
  })
  if (!head) return { reason: isSignedInNameOf(parsed.checkpoint, ownKeys) ? 'malformed-log-proof' : 'foreign-log' }
  const leafHash = leafHashIn(credential)
  if (!leafHash) return { reason: 'not-included' }
  const { index, path } = parsed
  const { size, root, origin } = head
  if (!verifyInclusion({ index, size, leafHash, path }, root)) return { reason: 'not-included' }
  const isSelfRun = (name: string) => witnesses.find(({ key }) => key.name === name)?.isSelfRun ?? true
  const cosignatures = head.cosignatures.map(({ name, time }) => ({ name, time, isSelfRun: isSelfRun(name) }))
  return {
    reason: 'included',
    facts: { origin, index, size, root: toHex(root), leafHash: toHex(leafHash), cosignatures },
  }
}

/** Null without a canonical form: an unchecked proof may contain anything, and no log has such an entry. */
function leafHashIn(credential: unknown): Uint8Array | null {
  try {
    return leafHashOf(logEntry('issue', credentialDigest(credential)))
  } catch {
    return null
  }
}
