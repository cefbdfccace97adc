import { equalBytes, toHex } from '../../contract/bytes'
import { recordOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
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
  source: string
  keys: AuditKeys
  /** Null if missing or invalid. */
  checkpoint: ServedCheckpoint | null
  counts: { issue: number; revoke: number; tiles: number; lists: number }
  cosignatures: readonly Cosignature[]
  witnesses: readonly Sighting[]
  /** State of the previous audit. */
  before: { size: number; seenAt: string } | null
  findings: readonly Finding[]
}

/** @throws AuditError if the log could not be audited, which does not mean that it is wrong */
export async function auditLog(
  source: LogSource,
  { keys: given, witnesses: addresses }: { keys: readonly VerifierKey[]; witnesses: readonly URL[] },
  state: AuditState | null,
): Promise<Audit> {
  const keys = await chooseKeys(source, given, state)
  const before = state && (await rememberedTree(state, keys))
  // Ask witnesses first: the log must not be older than what they saw.
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
  if (!served)
    return {
      ...audit,
      findings: [...others, ...seen.map((tree) => vanished(tree)), ...(await auditTraces(source, false))],
    }
  if (!('verified' in served)) return { ...audit, findings: [served, ...others] }
  const lost = served.verified.size === 0 ? await auditTraces(source, true) : []
  const { counts, findings } = await auditTree(source, served, seen)
  const { cosignatures } = served.verified
  return { ...audit, checkpoint: served, counts, cosignatures, findings: [...lost, ...findings, ...others] }
}

const TRACE_MAX_BYTES = 100_000
/** What every log serves from its first entry on. */
const TRACES = ['tile/entries/000.p/1', 'tile/0/000.p/1', 'tile/entries/000', 'tile/0/000', 'status/1.changes']

/** Parts of a log that has no checkpoint, or an empty one: its checkpoint was lost. An empty log has an empty one. */
async function auditTraces(source: LogSource, hasCheckpoint: boolean): Promise<Finding[]> {
  const found: string[] = []
  for (const path of TRACES) if (await source.read(path, TRACE_MAX_BYTES)) found.push(path)
  const status = await source.read('status.json', TRACE_MAX_BYTES)
  const size = status && recordOf(parseJson(new TextDecoder().decode(status))).size
  if (status && (!hasCheckpoint || size !== 0)) found.push('status.json')
  if (found.length === 0) return []
  const text = `The log serves ${found.join(', ')}, but no checkpoint with entries: its checkpoint was lost or removed.`
  return [aFinding('ROLLBACK', text)]
}

/** The tree of the previous audit; its signature is checked again. */
async function rememberedTree(state: AuditState, { logKeys }: AuditKeys): Promise<SignedTree> {
  const { checkpoint, seenAt } = state
  const head = await verifyCheckpoint(checkpoint, { logKeys, witnessKeys: [] })
  if (!head)
    throw new AuditError('No trusted key signed the checkpoint of the last audit. Also give the old keys with --key.')
  return { source: `as seen here on ${seenAt}`, checkpoint, head }
}

const vanished = ({ source, checkpoint, head }: SignedTree): Finding =>
  aFinding('ROLLBACK', `The log no longer has a checkpoint; ${source}, it had ${head.size} entries.`, [
    { source, checkpoint },
  ])

async function auditTree(source: LogSource, { text, verified }: ServedCheckpoint, seen: readonly SignedTree[]) {
  const now: SignedTree = { source: `as ${source.name} shows it now`, checkpoint: text, head: verified }
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
    `The root of the entries is ${root ? toHex(root) : ''}, but ${toHex(verified.root)} was signed.`,
    [{ source: now.source, checkpoint: text }],
  )
  return {
    counts: { ...counts, tiles: hashes.tiles, lists: lists.size },
    findings: [...compared.flat(), ...(isSigned ? [] : [rootFinding]), ...hashes.findings, ...findings, ...unrevoked],
  }
}

export const stateOf = ({ keys }: Audit, { text }: ServedCheckpoint, now: number): AuditState => ({
  origin: keys.origin,
  checkpoint: text,
  keys: keys.logKeys.map(formatVerifierKey),
  seenAt: new Date(now).toISOString(),
})

/**
 * Whether the log still begins with a tree that was seen before.
 * @param tree of all entries that could be read; shorter if parts are missing
 * @returns nothing if it does, or if missing parts leave it open
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
  const text = `The first ${old.size} entries have changed: they differ from the log ${seen.source}.`
  return [aFinding('REWRITE', text, evidence)]
}
