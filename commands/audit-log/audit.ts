import { equalBytes, toHex } from '../../contract/bytes'
import { verifyCheckpoint } from '../../contract/tlog/checkpoint'
import type { Cosignature } from '../../contract/tlog/checkpoint'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { askWitness, chooseKeys, readCheckpoint } from './checkpoint'
import type { AuditKeys, ServedCheckpoint, Sighting, SignedTree } from './checkpoint'
import { auditEntries } from './entries'
import type { GrownTree } from './entries'
import { aFinding } from './finding'
import type { Finding } from './finding'
import { AuditError } from './log-source'
import type { LogSource } from './log-source'
import type { AuditState } from './state'
import { auditStatusLists } from './status-lists'
import { auditTiles } from './tiles'

export interface Audit {
  /** Where it was read. */
  source: string
  keys: AuditKeys
  /** Null: there is none, or none that is right. */
  checkpoint: ServedCheckpoint | null
  /** What was read of it. */
  counts: { issue: number; revoke: number; tiles: number; lists: number }
  cosignatures: readonly Cosignature[]
  witnesses: readonly Sighting[]
  /** What was seen last time. */
  before: { size: number; seenAt: string } | null
  findings: readonly Finding[]
}

/**
 * Reads a whole log and rebuilds its tree.
 * @throws {AuditError} when that cannot be done, which says nothing about the log
 */
export async function auditLog(
  source: LogSource,
  { keys: given, witnesses: addresses }: { keys: readonly VerifierKey[]; witnesses: readonly URL[] },
  state: AuditState | null,
): Promise<Audit> {
  const keys = await chooseKeys(source, given, state)
  const before = state && (await rememberedTree(state, keys))
  // Asked before the log, which must not be older than what they saw.
  const witnesses = await Promise.all(addresses.map((address) => askWitness(address, keys)))
  const served = await readCheckpoint(source, 'checkpoint', keys)
  const audit = {
    source: source.name,
    keys,
    checkpoint: null,
    counts: { issue: 0, revoke: 0, tiles: 0, lists: 0 },
    cosignatures: [],
    witnesses,
    before: state && before && { size: before.head.size, seenAt: state.seenAt },
  }
  const others = witnesses.flatMap((witness) => (witness.seen === null && witness.finding ? [witness.finding] : []))
  const seen = [before, ...witnesses.map((witness) => witness.seen)].filter((tree) => tree !== null)
  if (!served) return { ...audit, findings: [...others, ...seen.map((tree) => vanished(tree))] }
  if (!('verified' in served)) return { ...audit, findings: [served, ...others] }
  const { counts, findings } = await auditTree(source, served, seen)
  const { cosignatures } = served.verified
  return { ...audit, checkpoint: served, counts, cosignatures, findings: [...findings, ...others] }
}

/** The tree of last time, signed by a key of that time. */
async function rememberedTree(state: AuditState, { logKeys }: AuditKeys): Promise<SignedTree> {
  const { checkpoint, seenAt } = state
  const head = await verifyCheckpoint(checkpoint, { logKeys, witnessKeys: [] })
  if (!head)
    throw new AuditError('No key that is trusted signed the checkpoint of last time. Give the old keys too: --key')
  return { source: `as seen here on ${seenAt}`, checkpoint, head }
}

const vanished = ({ source, checkpoint, head }: SignedTree): Finding =>
  aFinding('ROLLBACK', `The log has no checkpoint any more; ${source}, it had ${head.size} entries.`, [
    { source, checkpoint },
  ])

async function auditTree(source: LogSource, { text, verified }: ServedCheckpoint, seen: readonly SignedTree[]) {
  const now: SignedTree = { source: `as ${source.name} has it now`, checkpoint: text, head: verified }
  const entries = await auditEntries(source, verified.size)
  const { tree, counts, lists, findings } = entries
  const isWhole = tree.size() === verified.size
  const hashes = isWhole ? await auditTiles(source, tree.levels) : { tiles: 0, findings: [] }
  const unrevoked = isWhole ? await auditStatusLists(source, entries) : []
  const compared = await Promise.all(seen.map((one) => compareTrees(one, now, tree)))
  const root = isWhole ? await tree.rootAt(verified.size) : null
  const isSigned = root === null || equalBytes(root, verified.root)
  const rootFinding = aFinding(
    'ROOT',
    `The entries give the root ${root ? toHex(root) : ''}, but ${toHex(verified.root)} was signed.`,
    [{ source: now.source, checkpoint: text }],
  )
  return {
    counts: { ...counts, tiles: hashes.tiles, lists: lists.size },
    findings: [...compared.flat(), ...(isSigned ? [] : [rootFinding]), ...hashes.findings, ...findings, ...unrevoked],
  }
}

/** What the next audit needs of this one. */
export const stateOf = ({ keys }: Audit, { text }: ServedCheckpoint, now: number): AuditState => ({
  origin: keys.origin,
  checkpoint: text,
  keys: keys.logKeys.map(formatVerifierKey),
  seenAt: new Date(now).toISOString(),
})

/**
 * Whether the log still begins with a tree that was seen.
 * @param tree of all entries that the log has now; shorter where parts are missing
 * @returns nothing when it does, or when the missing parts leave it open
 */
async function compareTrees(seen: SignedTree, now: SignedTree, tree: GrownTree): Promise<Finding[]> {
  const [old, young] = [seen.head, now.head]
  const evidence = [seen, now].map(({ source, checkpoint }) => ({ source, checkpoint }))
  if (old.size > young.size)
    return [aFinding('ROLLBACK', `The log has ${young.size} entries; ${seen.source}, it had ${old.size}.`, evidence)]
  if (old.size === young.size) {
    if (equalBytes(old.root, young.root)) return []
    return [aFinding('FORK', `The log signed two different trees of ${old.size} entries.`, evidence)]
  }
  if (tree.size() < old.size || equalBytes(old.root, await tree.rootAt(old.size))) return []
  const text = `The first ${old.size} entries are not those that stood there ${seen.source}.`
  return [aFinding('REWRITE', text, evidence)]
}
