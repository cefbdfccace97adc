import { gzipSync } from 'node:zlib'
import { digestOfBits, isNewestInLog } from '../../../contract/credential/check-logged-list'
import type { LoggedList } from '../../../contract/credential/check-logged-list'
import { credentialContexts } from '../../../contract/credential/contexts'
import { issuerHost } from '../../../contract/credential/issuer-host'
import {
  STATUS_LIST_BITS,
  STATUS_LIST_MAX_AGE_SECONDS,
  STATUS_LIST_RENEWAL_SECONDS,
  STATUS_LIST_TTL_SECONDS,
  STATUS_REFRESH_ENTRIES,
  STATUS_TAIL_ENTRIES,
} from '../../../contract/limits'
import { didOf, proofPaths } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { proveInclusion } from '../../../contract/tlog/prove'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import type { Services } from '../../ports/services'
import type { JsonObject } from './build'
import type { LogHeadRow, LogRepository } from '../../ports/trusttag/log-store'
import { ApiError } from '../../lib/errors'
import { appendEntry, hashReader } from '../transparency-log/append'
import { isoSeconds } from './build'
import { parseLogEntry, statusEntry } from '../../../contract/credential/log-entry'
import type { StatusVersion } from '../../../contract/credential/log-entry'
import type { Repositories } from '../../ports/store'
import type { AppendedEntry } from '../transparency-log/append'

type ListServices = Pick<Services, 'store' | 'issuer' | 'clock' | 'proofAlarm'>

type SignedList = LoggedList & { statusListCredential: JsonObject }

/** A list for one tree of the log. Parallel requests share it. */
interface ServedList {
  checkpoint: string | undefined
  /** Time and key of the signature: it is reused while both and the bits are current. */
  at: number
  key: string
  content: Promise<{ digest: string; list: SignedList } | null>
}

/** Cache by database and URL. A change of the log invalidates it, so it never hides a revocation. */
const served = new WeakMap<Services['store'], Map<string, ServedList>>()

/** The signed list alone, for other verifiers. @returns null for an unused list. @throws ApiError */
export const statusList = async (services: ListServices, mode: ProofMode, list: number): Promise<JsonObject | null> =>
  (await loggedStatusList(services, mode, list))?.statusListCredential ?? null

/**
 * The signed revocation list (Bitstring Status List 1.0) with the proof that it is the newest version in the log. Every call
 * reads the newest tree, so a revocation by any process shows at once. Signed again after ten minutes, for a new version and for
 * a new key.
 * @returns null for an unused list
 * @throws ApiError `service-unavailable` if stored bits or entries are not those of the log (the owner gets an alarm), and
 *   before the list of an older release is logged
 */
export async function loggedStatusList(
  services: ListServices,
  mode: ProofMode,
  list: number,
): Promise<SignedList | null> {
  const { store, issuer, clock } = services
  const head = await store.log.head(mode)
  const lists = served.get(store) ?? new Map<string, ServedList>()
  served.set(store, lists)
  const id = `${issuer.origin}${proofPaths[mode].status}/${list}`
  const key = issuer.issuerKeys(mode).find(({ retiredAt }) => retiredAt === null)?.publicKeyMultibase ?? ''
  const [kept, now] = [lists.get(id), clock.now()]
  const isFresh = kept && kept.key === key && kept.at <= now && now < kept.at + STATUS_LIST_RENEWAL_SECONDS * 1000
  if (isFresh && kept.checkpoint === head?.checkpoint) return (await kept.content)?.list ?? null
  const content = serve(services, mode, { id, list, head, now, before: isFresh ? kept : null })
  const entry = { checkpoint: head?.checkpoint, at: isFresh ? kept.at : now, key, content }
  lists.set(id, entry)
  try {
    const made = await content
    // Callers can name any number: unused lists are not cached.
    if (!made && lists.get(id) === entry) lists.delete(id)
    return made?.list ?? null
  } catch (error) {
    // The next request tries again.
    if (lists.get(id) === entry) lists.delete(id)
    throw error
  }
}

interface ListToServe {
  /** URL of the list. */
  id: string
  list: number
  head: LogHeadRow | null
  now: number
  /** The previous list, if its signature is still fresh. */
  before: ServedList | null
}

async function serve(services: ListServices, mode: ProofMode, { id, list, head, now, before }: ListToServe) {
  const { store } = services
  const version = head && (await newestVersions(store.log, mode, head.size)).get(list)
  if (!version) {
    if (await store.statusPlaces.isUsed(mode, list)) throw new ApiError('service-unavailable')
    return null
  }
  const proven = await prove(services, mode, head, version)
  const kept = await before?.content.catch(() => null)
  if (proven && kept?.digest === version.digest)
    return { digest: kept.digest, list: { ...proven, statusListCredential: kept.list.statusListCredential } }
  const indexes = await readIndexes(services, mode, version)
  if (!proven || digestOfIndexes(indexes) !== version.digest) {
    services.proofAlarm({ kind: 'status-list-damaged', mode, list })
    throw new ApiError('service-unavailable')
  }
  const statusListCredential = await sign(services, mode, { id, indexes, now })
  return { digest: version.digest, list: { statusListCredential, ...proven } }
}

/** The proof that a version is the newest, verified as clients do; null if the stored log is not the signed one. */
async function prove(
  { store, issuer }: Pick<Services, 'store' | 'issuer'>,
  mode: ProofMode,
  { size, checkpoint }: LogHeadRow,
  version: LoggedVersion,
): Promise<Omit<LoggedList, 'statusListCredential'> | null> {
  const index = version.logIndex
  const path = await proveInclusion(index, size, hashReader(store.log, mode))
  const laterEntries = await store.log.readEntries(mode, index + 1, size - index - 1)
  const proven = { version: version.version, proof: formatTlogProof({ index, path, checkpoint }), laterEntries }
  const place = issuerHost(didOf(issuer.origin, mode))
  const keys = { logKeys: issuer.logKeys(mode) }
  const isNewest = place && (await isNewestInLog(version, { statusListCredential: null, ...proven }, keys, place))
  return isNewest ? proven : null
}

/** Bits of a list up to a version. */
async function readIndexes({ store }: Pick<Services, 'store'>, mode: ProofMode, { list, version }: LoggedVersion) {
  const rows = await store.statusPlaces.listRevocations(mode, list)
  return rows.filter((row) => row.version <= version).map(({ index }) => index)
}

const sign = (
  { issuer }: ListServices,
  mode: ProofMode,
  { id, indexes, now }: { id: string; indexes: readonly number[]; now: number },
): Promise<JsonObject> =>
  issuer.signCredential(mode, {
    '@context': [credentialContexts[0]],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(issuer.origin, mode),
    validFrom: isoSeconds(now),
    // An old list would hide later revocations.
    validUntil: isoSeconds(now + STATUS_LIST_MAX_AGE_SECONDS * 1000),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(indexes),
      ttl: STATUS_LIST_TTL_SECONDS * 1000,
    },
  })

/** As multibase (`u` and base64url), compressed. @param set indexes of the bits that are 1 */
export const encodeBits = (set: readonly number[]): string => `u${gzipSync(toBits(set)).toString('base64url')}`

/**
 * For auditors, who compare it with the log: a line `<version> <index>` for each bit of the database, ordered by version.
 * @returns null for an unused list
 */
async function statusChanges(
  { store }: Pick<Services, 'store'>,
  mode: ProofMode,
  list: number,
): Promise<string | null> {
  if (!(await store.statusPlaces.isUsed(mode, list))) return null
  const rows = await store.statusPlaces.listRevocations(mode, list)
  return rows.map(({ version, index }) => `${version} ${index}\n`).join('')
}

/**
 * A file below `<log>/status/`: `<n>.json`, a list with its proof (`LoggedList`), or `<n>.changes` (see `statusChanges`).
 * @returns null for any other name and for an unused list
 */
export async function statusFile(services: ListServices, mode: ProofMode, name: string): Promise<string | null> {
  const [, list, kind] = /^([1-9]\d{0,6})\.(json|changes)$/u.exec(name) ?? []
  if (list === undefined) return null
  if (kind === 'changes') return statusChanges(services, mode, Number(list))
  const found = await loggedStatusList(services, mode, Number(list))
  return found && JSON.stringify(found)
}

/** A version of a status list as the log has it. */
export interface LoggedVersion extends StatusVersion {
  /** Of its entry, from zero. */
  logIndex: number
}

/**
 * The newest logged version of each status list. Each list is logged again every STATUS_REFRESH_ENTRIES entries, so reading the
 * end of the log is enough.
 * @param size of the log
 * @returns by number of the list, without lists of releases before versions were logged
 */
export async function newestVersions(
  log: Pick<LogRepository, 'readEntries'>,
  mode: ProofMode,
  size: number,
): Promise<Map<number, LoggedVersion>> {
  const from = Math.max(0, size - STATUS_TAIL_ENTRIES)
  const newest = new Map<number, LoggedVersion>()
  for (const [at, text] of (await log.readEntries(mode, from, size - from)).entries()) {
    const entry = parseLogEntry(text)
    if (entry?.type === 'status') newest.set(entry.list, { ...entry, logIndex: from + at })
  }
  return newest
}

/**
 * Appends entries in the caller's transaction. When the log passes a multiple of STATUS_REFRESH_ENTRIES, the newest version of
 * every list follows.
 * @returns places of the given entries
 */
export async function appendEntries(
  { log }: Pick<Repositories, 'log'>,
  services: Pick<Services, 'issuer'>,
  mode: ProofMode,
  entries: readonly string[],
): Promise<AppendedEntry[]> {
  const from = (await log.lock(mode))?.size ?? 0
  const end = from + entries.length
  const isDue = Math.floor(from / STATUS_REFRESH_ENTRIES) < Math.floor(end / STATUS_REFRESH_ENTRIES)
  const versions = isDue ? await newestVersions(log, mode, from) : new Map<number, StatusVersion>()
  const appended: AppendedEntry[] = []
  for (const text of entries) {
    const entry = parseLogEntry(text)
    if (isDue && entry?.type === 'status') versions.set(entry.list, entry)
    appended.push(await appendEntry({ log }, services, mode, text))
  }
  for (const version of versions.values()) await appendEntry({ log }, services, mode, statusEntry(version))
  return appended
}

/** Bits from the left. @param set indexes of the ones that are 1 */
export function toBits(set: readonly number[]): Uint8Array {
  const bits = new Uint8Array(STATUS_LIST_BITS / 8)
  for (const index of set) {
    const at = Math.floor(index / 8)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index % 8))
  }
  return bits
}

export const digestOfIndexes = (set: readonly number[]): string => digestOfBits(toBits(set))
