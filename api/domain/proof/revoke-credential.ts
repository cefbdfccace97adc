import { logEntry, revocationDigest, statusEntry } from '../../../contract/credential/log-entry'
import { STATUS_LIST_BITS, STATUS_LISTS_MAX } from '../../../contract/limits'
import { proofModes } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { CredentialRow, StatusListIndex } from '../../ports/trusttag/credential-store'
import { appendEntries, digestOfIndexes, newestVersions } from './status-versions'
import type { LoggedVersion } from './status-versions'

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
