import { logEntry, revocationDigest, statusEntry } from '../../../contract/credential/log-entry'
import { STATUS_LIST_BITS, STATUS_LISTS_MAX } from '../../../contract/limits'
import { proofModes } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { CredentialKeys, CredentialRow, StatusListIndex } from '../../ports/trusttag/credential-store'
import { appendEntries, digestOfIndexes, newestVersions } from './status-list'
import type { LoggedVersion } from './status-list'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

type RevocationRepositories = Pick<Repositories, 'credentials' | 'statusPlaces' | 'log'>
export type RevocationServices = Pick<Services, 'issuer' | 'clock' | 'proofAlarm'>

/** A list that is half full is done: indexes are drawn, so that neighbors in a list have nothing in common. */
const FULL = STATUS_LIST_BITS / 2
const TRIES = 64

/** A bit of a status list that no credential has. @returns also whether it is the first one of its list */
export async function allocateStatusIndex(
  { statusPlaces }: Pick<Repositories, 'statusPlaces'>,
  secrets: Pick<Services['secrets'], 'below'>,
  mode: ProofMode,
): Promise<StatusListIndex & { isFirst: boolean }> {
  const newest = await statusPlaces.newest(mode)
  const isFull = newest.used >= FULL
  const list = isFull ? newest.list + 1 : newest.list
  if (list > STATUS_LISTS_MAX) throw new Error('No status list is left.')
  for (let tries = 0; tries < TRIES; tries += 1) {
    const place = { list, index: secrets.below(STATUS_LIST_BITS) }
    if (await statusPlaces.take(mode, place)) return { ...place, isFirst: isFull || newest.used === 0 }
  }
  throw new Error('No index of a status list is left.')
}

/** What the log says of the revocation of a credential. */
export const revocationEntry = ({ digest, salt }: Pick<CredentialRow, 'digest' | 'salt'>): string =>
  logEntry('revoke', revocationDigest(digest, salt))

/**
 * Which of some credentials are revoked: those whose `revoke` entry is in the log, whatever any column says.
 * @returns IDs of their TrustTags
 */
export async function findRevoked(
  { log }: Pick<Repositories, 'log'>,
  credentials: readonly Pick<CredentialRow, 'tagId' | 'mode' | 'digest' | 'salt'>[],
): Promise<ReadonlySet<string>> {
  const revoked = new Set<string>()
  for (const mode of proofModes) {
    const entries = new Map(credentials.filter((one) => one.mode === mode).map((one) => [revocationEntry(one), one]))
    if (entries.size === 0) continue
    for (const entry of await log.findRevocations(mode, [...entries.keys()])) {
      const credential = entries.get(entry)
      if (credential) revoked.add(credential.tagId)
    }
  }
  return revoked
}

/**
 * Revokes the credentials of TrustTags, in the caller's transaction: a `revoke` entry for each, its bit, and the new version
 * of each list that has changed. Those without a credential, and those revoked before, are passed over. Call `logGrew` after
 * the commit.
 */
export async function revokeCredentials(
  repositories: RevocationRepositories,
  services: RevocationServices,
  tagIds: readonly string[],
): Promise<void> {
  const rows = await repositories.credentials.listByTags(tagIds)
  for (const mode of proofModes) {
    const ofMode = rows.filter((row) => row.mode === mode)
    if (ofMode.length > 0) await revokeInLog(repositories, services, mode, ofMode)
  }
}

async function revokeInLog(
  repositories: RevocationRepositories,
  services: RevocationServices,
  mode: ProofMode,
  rows: readonly CredentialRow[],
): Promise<void> {
  const { log, statusPlaces } = repositories
  const size = (await log.lock(mode))?.size ?? 0
  const known = await findRevoked(repositories, rows)
  const fresh = rows.filter(({ tagId }) => !known.has(tagId))
  if (fresh.length === 0) return
  const versions = await newestVersions(log, mode, size)
  for (const [at, { statusList: list, statusIndex: index }] of fresh.entries()) {
    const version = (versions.get(list)?.version ?? 0) + 1
    await statusPlaces.addRevocation({ mode, list, index, version, logIndex: size + at }, services.clock.now())
  }
  const entries = fresh.map(revocationEntry)
  for (const list of new Set(fresh.map(({ statusList }) => statusList)))
    entries.push(...(await nextVersion(repositories, services, mode, versions.get(list))))
  await appendEntries(repositories, services, mode, entries)
}

/**
 * The entry for the next version of a list. None while no version is logged yet (see `backfillStatusLists`), and none where
 * the stored bits are not those of the newest version: a version that loses a bit is never signed.
 */
export async function nextVersion(
  { statusPlaces }: Pick<Repositories, 'statusPlaces'>,
  { proofAlarm }: Pick<Services, 'proofAlarm'>,
  mode: ProofMode,
  newest: LoggedVersion | undefined,
): Promise<string[]> {
  if (!newest) return []
  const { list, version, digest } = newest
  const rows = await statusPlaces.listRevocations(mode, list)
  const indexes = (upTo: number) => rows.filter((row) => row.version <= upTo).map(({ index }) => index)
  if (digestOfIndexes(indexes(version)) !== digest) {
    proofAlarm({ kind: 'status-list-damaged', mode, list })
    return []
  }
  const next = { list, version: version + 1, digest: digestOfIndexes(indexes(version + 1)) }
  return next.digest === digest ? [] : [statusEntry(next)]
}

/**
 * Revokes every credential that a key has signed, so that its TrustTag gets another: see `enterOlderTags`, `enterSamples`.
 * Each in a transaction of its own; after a crash a second call goes on.
 * @param key `z6Mk…`
 * @returns how many
 */
export async function revokeSignedBy(
  services: Pick<Services, 'store'> & RevocationServices,
  mode: ProofMode,
  key: string,
): Promise<number> {
  const ids = await services.store.credentials.listSignedBy(mode, key)
  for (const id of ids)
    await services.store.transaction(async (repositories) => {
      await revokeCredentials(repositories, services, [id])
      await repositories.credentials.delete(id)
      await repositories.tags.update(id, { proof: null })
    })
  return ids.length
}

/** Rows and entries that are read at a time. */
const PAGE = 500
const ENTRIES = 10_000

type BackfillServices = Pick<Services, 'store' | 'logGrew'> & RevocationServices

/** A credential whose `revoke` entry is in the log. */
interface FoundRevocation {
  list: number
  index: number
  logIndex: number
}

/**
 * Enters the status lists of an older version in the log, once: which bits are set is read from the log's `revoke` entries.
 * The reading goes in pages beside other work; then one short transaction writes. Of two processes the second finds it done.
 * @param isStopped asked between pages
 * @returns how many lists were entered
 */
export async function backfillStatusLists(services: BackfillServices, isStopped: () => boolean): Promise<number> {
  let entered = 0
  for (const mode of proofModes) {
    if ((await listsToEnter(services.store, mode)).length === 0) continue
    const found = await findRevocations(services, mode, isStopped)
    if (isStopped()) break
    entered += await services.store.transaction((repositories) => enterLists(repositories, services, mode, found))
  }
  if (entered > 0) services.logGrew()
  return entered
}

/** Numbers of the lists that are used, and that the log has no version of. */
async function listsToEnter({ log, statusPlaces }: Pick<Repositories, 'log' | 'statusPlaces'>, mode: ProofMode) {
  const head = await log.head(mode)
  const { list: newest, used } = await statusPlaces.newest(mode)
  if (!head || used === 0) return []
  const versions = await newestVersions(log, mode, head.size)
  const lists: number[] = []
  for (let list = 1; list <= newest; list += 1)
    if (!versions.has(list) && (await statusPlaces.isUsed(mode, list))) lists.push(list)
  return lists
}

/** Every credential that there still is whose revocation is in the log. */
async function findRevocations(
  { store }: Pick<Services, 'store'>,
  mode: ProofMode,
  isStopped: () => boolean,
): Promise<FoundRevocation[]> {
  const size = (await store.log.head(mode))?.size ?? 0
  const entries = new Map<string, number>()
  for (let from = 0; from < size && !isStopped(); from += ENTRIES)
    for (const { entry, position } of await store.log.listRevocations(mode, from, ENTRIES)) entries.set(entry, position)
  const found: FoundRevocation[] = []
  for (let after = ''; entries.size > 0 && !isStopped();) {
    const page = await store.credentials.listKeys(mode, after, PAGE)
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

/** What was revoked since the reading has its row already: the new version writes both. */
async function enterLists(
  { log, statusPlaces }: Pick<Repositories, 'log' | 'statusPlaces'>,
  services: BackfillServices,
  mode: ProofMode,
  found: readonly FoundRevocation[],
): Promise<number> {
  await log.lock(mode)
  const lists = await listsToEnter({ log, statusPlaces }, mode)
  const now = services.clock.now()
  for (const one of found)
    if (lists.includes(one.list)) await statusPlaces.addRevocation({ mode, version: 1, ...one }, now)
  const entries: string[] = []
  for (const list of lists) {
    // Bits of credentials that were erased: only the column of then still knows them.
    for (const index of await statusPlaces.listMarked(mode, list))
      await statusPlaces.addRevocation({ mode, list, index, version: 1, logIndex: null }, now)
    const rows = await statusPlaces.listRevocations(mode, list)
    entries.push(statusEntry({ list, version: 1, digest: digestOfIndexes(rows.map(({ index }) => index)) }))
  }
  if (entries.length > 0) await appendEntries({ log }, services, mode, entries)
  return entries.length
}
