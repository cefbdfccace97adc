import { credentialDigest, logEntry, revocationDigest, statusEntry } from '../../../contract/credential/log-entry'
import { isGeneralTag } from '../../../contract/is-general-tag'
import { STATUS_LIST_BITS, STATUS_LISTS_MAX } from '../../../contract/limits'
import { type ProofMode, proofModes } from '../../../contract/proof-paths'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { yieldToEventLoop } from '../../lib/concurrency'
import { findLogHead, findRevokeEntries, listRevokeEntries, lockLog } from '../transparency-log/repository'
import { achievementOfBank, achievementOfTag, buildCredential, proofModeOf } from './build'
import type { Evidence, TagFacts, TagProof } from './build'
import {
  type CredentialKeys,
  type CredentialRow,
  deleteCredential,
  findNewestList,
  insertCredential,
  insertRevocation,
  isListUsed,
  listCredentialKeys,
  listCredentialsByTags,
  listMarkedIndexes,
  listRevocations,
  listTagsSignedBy,
  type StatusListIndex,
  tryAllocateIndex,
} from './repository'
import { appendEntries, digestOfIndexes, type LoggedVersion, newestVersions } from './status-list'

export type ProofServices = Pick<Services, 'issuer' | 'banks' | 'secrets' | 'urls'>

export interface CredentialInput {
  tag: Omit<TagFacts, 'proof'>
  /** Null for a sample. */
  memberId: string | null
  /** Question bank of the attempt; null if it is gone. */
  bankId: string | null
  /** @param salt of the credential */
  evidence: (salt: string) => readonly Evidence[]
}

/** Builds and signs the credential of a TrustTag and writes its digest to the log, in the caller's transaction. */
export async function issueCredential(
  tx: Tx,
  services: ProofServices,
  { tag: facts, memberId, bankId, evidence }: CredentialInput,
): Promise<TagProof> {
  const { issuer, banks, secrets, urls } = services
  const tag = { ...facts, proof: null }
  const mode = proofModeOf(tag.mode)
  const salt = secrets.linkToken()
  const listIndex = await allocateStatusIndex(tx, secrets, mode)
  const bank = bankId === null || isGeneralTag(tag.id) ? null : banks.byId(bankId)
  const achievement = bank ? achievementOfBank(issuer.origin, bank) : achievementOfTag(issuer.origin, tag)
  const parts = { origin: issuer.origin, site: urls.site, tag, achievement, evidence: evidence(salt), salt, listIndex }
  const credential = await issuer.signCredential(mode, buildCredential(parts))
  const digest = credentialDigest(credential)
  const entries = [logEntry('issue', digest)]
  if (listIndex.isFirst) entries.push(statusEntry({ list: listIndex.list, version: 1, digest: digestOfIndexes([]) }))
  const [entry] = await appendEntries(tx, services, mode, entries)
  if (!entry) throw new Error('The log did not accept an entry.')
  const { index, leafHash } = entry
  await insertCredential(tx, {
    tagId: tag.id,
    mode,
    memberId,
    credential: JSON.stringify(credential),
    salt,
    digest,
    logIndex: index,
    leafHash,
    statusList: listIndex.list,
    statusIndex: listIndex.index,
  })
  return { leafHash, logIndex: index }
}

export type RevocationServices = Pick<Services, 'issuer' | 'clock' | 'proofAlarm'>

/** A list closes half full: indexes are random, so that neighbors in a list are unrelated. */
const FULL = STATUS_LIST_BITS / 2
const TRIES = 64

/** Allocates a free bit of a status list. @returns `isFirst`: whether it is the first of its list */
async function allocateStatusIndex(
  tx: Tx,
  secrets: Pick<Services['secrets'], 'below'>,
  mode: ProofMode,
): Promise<StatusListIndex & { isFirst: boolean }> {
  const newest = await findNewestList(tx, mode)
  const isFull = newest.used >= FULL
  const list = isFull ? newest.list + 1 : newest.list
  if (list > STATUS_LISTS_MAX) throw new Error('All status lists are full.')
  for (let tries = 0; tries < TRIES; tries += 1) {
    const free = { list, index: secrets.below(STATUS_LIST_BITS) }
    if (await tryAllocateIndex(tx, mode, free)) return { ...free, isFirst: isFull || newest.used === 0 }
  }
  throw new Error('No index is left in the status lists.')
}

export const revocationEntry = ({ digest, salt }: Pick<CredentialRow, 'digest' | 'salt'>): string =>
  logEntry('revoke', revocationDigest(digest, salt))

/** Only a `revoke` entry in the log decides, never a column. @returns IDs of TrustTags with revoked credentials */
export async function findRevoked(
  db: Db,
  credentials: readonly Pick<CredentialRow, 'tagId' | 'mode' | 'digest' | 'salt'>[],
): Promise<ReadonlySet<string>> {
  const revoked = new Set<string>()
  for (const mode of proofModes) {
    const entries = new Map(credentials.filter((one) => one.mode === mode).map((one) => [revocationEntry(one), one]))
    if (entries.size === 0) continue
    for (const entry of await findRevokeEntries(db, mode, [...entries.keys()])) {
      const credential = entries.get(entry)
      if (credential) revoked.add(credential.tagId)
    }
  }
  return revoked
}

/**
 * In the caller's transaction: a `revoke` entry and a bit for each credential, and a new version of each changed list.
 * Skips TrustTags without a credential, and revoked ones. Call `logGrew` after the commit.
 */
export async function revokeCredentials(
  tx: Tx,
  services: RevocationServices,
  tagIds: readonly string[],
): Promise<void> {
  const rows = await listCredentialsByTags(tx, tagIds)
  for (const mode of proofModes) {
    const ofMode = rows.filter((row) => row.mode === mode)
    if (ofMode.length > 0) await revokeInLog(tx, services, mode, ofMode)
  }
}

async function revokeInLog(
  tx: Tx,
  services: RevocationServices,
  mode: ProofMode,
  rows: readonly CredentialRow[],
): Promise<void> {
  const size = (await lockLog(tx, mode))?.size ?? 0
  const known = await findRevoked(tx, rows)
  const fresh = rows.filter(({ tagId }) => !known.has(tagId))
  if (fresh.length === 0) return
  const versions = await newestVersions(tx, mode, size)
  for (const [at, { statusList: list, statusIndex: index }] of fresh.entries()) {
    const version = (versions.get(list)?.version ?? 0) + 1
    await insertRevocation(tx, { mode, list, index, version, logIndex: size + at }, services.clock.now())
  }
  const entries = fresh.map(revocationEntry)
  for (const list of new Set(fresh.map(({ statusList }) => statusList)))
    entries.push(...(await nextVersion(tx, services, mode, versions.get(list))))
  await appendEntries(tx, services, mode, entries)
}

/**
 * The entry for the next version of a list. None before the first logged version (see `backfillStatusLists`), and none
 * if stored bits differ from the newest version: a version that loses a bit is never signed.
 */
async function nextVersion(
  tx: Tx,
  { proofAlarm }: Pick<Services, 'proofAlarm'>,
  mode: ProofMode,
  newest: LoggedVersion | undefined,
): Promise<string[]> {
  if (!newest) return []
  const { list, version, digest } = newest
  const rows = await listRevocations(tx, mode, list)
  const indexes = (upTo: number) => rows.filter((row) => row.version <= upTo).map(({ index }) => index)
  if (digestOfIndexes(indexes(version)) !== digest) {
    proofAlarm({ kind: 'status-list-damaged', mode, list })
    return []
  }
  const next = { list, version: version + 1, digest: digestOfIndexes(indexes(version + 1)) }
  return next.digest === digest ? [] : [statusEntry(next)]
}

/**
 * Revokes every credential that a key signed; `backfillLog` and `logSamples` issue new ones. One transaction each:
 * after a crash, a second call continues.
 * @param key `z6Mk…`
 * @returns number of revoked credentials
 */
export async function revokeSignedBy(
  services: Pick<Services, 'store'> & RevocationServices,
  mode: ProofMode,
  key: string,
): Promise<number> {
  const ids = await listTagsSignedBy(services.store, mode, key)
  for (const id of ids)
    await services.store.transaction(async (tx) => {
      await revokeCredentials(tx, services, [id])
      await deleteCredential(tx, id)
    })
  return ids.length
}

const PAGE = 500
const ENTRIES = 10_000

type BackfillServices = Pick<Services, 'store' | 'logGrew'> & RevocationServices

interface FoundRevocation {
  list: number
  index: number
  logIndex: number
}

/**
 * Logs the status lists of an older release once, from the log's `revoke` entries. Reads pages between other work, then
 * writes in one short transaction; a second process finds it done.
 * @param isStopped called between pages
 * @returns number of logged lists
 */
export async function backfillStatusLists(services: BackfillServices, isStopped: () => boolean): Promise<number> {
  let entered = 0
  for (const mode of proofModes) {
    if ((await listsToEnter(services.store, mode)).length === 0) continue
    const found = await findRevocations(services, mode, isStopped)
    if (isStopped()) break
    entered += await services.store.transaction((tx) => enterLists(tx, services, mode, found))
  }
  if (entered > 0) services.logGrew()
  return entered
}

/** Numbers of used lists without a logged version. */
async function listsToEnter(db: Db, mode: ProofMode) {
  const head = await findLogHead(db, mode)
  const { list: newest, used } = await findNewestList(db, mode)
  if (!head || used === 0) return []
  const versions = await newestVersions(db, mode, head.size)
  const lists: number[] = []
  for (let list = 1; list <= newest; list += 1)
    if (!versions.has(list) && (await isListUsed(db, mode, list))) lists.push(list)
  return lists
}

async function findRevocations(
  { store }: Pick<Services, 'store'>,
  mode: ProofMode,
  isStopped: () => boolean,
): Promise<FoundRevocation[]> {
  const size = (await findLogHead(store, mode))?.size ?? 0
  const entries = new Map<string, number>()
  for (let from = 0; from < size && !isStopped(); from += ENTRIES)
    for (const { entry, position } of await listRevokeEntries(store, mode, from, ENTRIES)) entries.set(entry, position)
  const found: FoundRevocation[] = []
  for (let after = ''; entries.size > 0 && !isStopped();) {
    const page = await listCredentialKeys(store, mode, after, PAGE)
    for (const keys of page) found.push(...foundIn(entries, keys))
    const last = page.at(-1)
    if (!last) break
    after = last.tagId
    await yieldToEventLoop()
  }
  return found
}

function foundIn(entries: ReadonlyMap<string, number>, keys: CredentialKeys): FoundRevocation[] {
  const logIndex = entries.get(revocationEntry(keys))
  return logIndex === undefined ? [] : [{ list: keys.statusList, index: keys.statusIndex, logIndex }]
}

/** Later revocations already have rows; the new version includes both. */
async function enterLists(
  tx: Tx,
  services: BackfillServices,
  mode: ProofMode,
  found: readonly FoundRevocation[],
): Promise<number> {
  await lockLog(tx, mode)
  const lists = await listsToEnter(tx, mode)
  const now = services.clock.now()
  for (const one of found) if (lists.includes(one.list)) await insertRevocation(tx, { mode, version: 1, ...one }, now)
  const entries: string[] = []
  for (const list of lists) {
    // Bits of erased credentials exist only in the old column.
    for (const index of await listMarkedIndexes(tx, mode, list))
      await insertRevocation(tx, { mode, list, index, version: 1, logIndex: null }, now)
    const rows = await listRevocations(tx, mode, list)
    entries.push(statusEntry({ list, version: 1, digest: digestOfIndexes(rows.map(({ index }) => index)) }))
  }
  if (entries.length > 0) await appendEntries(tx, services, mode, entries)
  return entries.length
}
