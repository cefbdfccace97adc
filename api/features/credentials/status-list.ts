import { gzipSync } from 'node:zlib'
import { digestOfBits, isNewestInLog, type LoggedList } from '../../../contract/credential/check-logged-list'
import { credentialContexts } from '../../../contract/credential/contexts'
import { issuerHost } from '../../../contract/credential/issuer-host'
import { parseLogEntry, statusEntry, type StatusVersion } from '../../../contract/credential/log-entry'
import {
  STATUS_LIST_BITS,
  STATUS_LIST_MAX_AGE_SECONDS,
  STATUS_LIST_RENEWAL_SECONDS,
  STATUS_LIST_TTL_SECONDS,
  STATUS_REFRESH_ENTRIES,
  STATUS_TAIL_ENTRIES,
} from '../../../contract/limits'
import { didOf, type ProofMode, proofPaths } from '../../../contract/proof-paths'
import { proveInclusion } from '../../../contract/tlog/prove'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { type AppendedEntry, appendEntry, hashReader } from '../transparency-log/tree'
import { findLogHead, lockLog, type LogHeadRow, readLogEntries } from '../transparency-log/repository'
import { isoSeconds, type JsonObject } from './build'
import { isListUsed, listRevocations } from './repository'

export type ProofAlarm =
  | {
      kind: 'tag-record-differs'
      tagId: string
      /** The facts that differ, worded for a sentence: `the score`. */
      differing: readonly string[]
    }
  | { kind: 'status-list-damaged'; mode: ProofMode; list: number }
  /** `origin` is what the newest checkpoint named. */
  | { kind: 'log-origin-differs'; mode: ProofMode; origin: string }

declare module '../../http/services' {
  interface Services {
    /** Alarms the owner, once per subject, that database and signatures disagree. Returns at once, never throws. */
    proofAlarm(alarm: ProofAlarm): void
  }
}

type ListServices = Pick<Services, 'store' | 'issuer' | 'clock' | 'proofAlarm'>

type SignedList = LoggedList & { statusListCredential: JsonObject }

/** A list for one tree of the log, shared by parallel requests. */
interface ServedList {
  checkpoint: string | undefined
  /** Time and key of the signature, reused while both and the bits are current. */
  at: number
  key: string
  content: Promise<{ digest: string; list: SignedList } | null>
}

/** By database and URL. Any change of the log invalidates an entry, so the cache never hides a revocation. */
const served = new WeakMap<Services['store'], Map<string, ServedList>>()

/** The signed list alone, for other verifiers; null for an unused list. @throws ApiError as `loggedStatusList` */
export const statusList = async (services: ListServices, mode: ProofMode, list: number): Promise<JsonObject | null> =>
  (await loggedStatusList(services, mode, list))?.statusListCredential ?? null

/**
 * The signed revocation list (Bitstring Status List 1.0) with proof that it is the newest version in the log. Every
 * call reads the newest tree, so revocations show at once. Signed again after ten minutes, and for a new version or
 * key.
 * @returns null for an unused list
 * @throws ApiError `service-unavailable` if stored bits or entries differ from the log (the owner gets an alarm), and
 * before the list of an older release is logged
 */
export async function loggedStatusList(
  services: ListServices,
  mode: ProofMode,
  list: number,
): Promise<SignedList | null> {
  const { store, issuer, clock } = services
  const head = await findLogHead(store, mode)
  const lists = served.get(store) ?? new Map<string, ServedList>()
  served.set(store, lists)
  const id = `${issuer.origin}${proofPaths[mode].status}/${list}`
  const key = issuer.issuerKeys(mode).find(({ retiredAt }) => retiredAt === null)?.publicKeyMultibase ?? ''
  const [cached, now] = [lists.get(id), clock.now()]
  const isFresh =
    cached && cached.key === key && cached.at <= now && now < cached.at + STATUS_LIST_RENEWAL_SECONDS * 1000
  if (isFresh && cached.checkpoint === head?.checkpoint) return (await cached.content)?.list ?? null
  const content = serve(services, mode, { id, list, head, now, before: isFresh ? cached : null })
  const entry = { checkpoint: head?.checkpoint, at: isFresh ? cached.at : now, key, content }
  lists.set(id, entry)
  try {
    const made = await content
    // Callers can request any number: unused lists are not cached.
    if (!made && lists.get(id) === entry) lists.delete(id)
    return made?.list ?? null
  } catch (error) {
    // The next request tries again.
    if (lists.get(id) === entry) lists.delete(id)
    throw error
  }
}

interface ListToServe {
  id: string
  list: number
  head: LogHeadRow | null
  now: number
  /** The previous list, if its signature is still fresh. */
  before: ServedList | null
}

async function serve(services: ListServices, mode: ProofMode, { id, list, head, now, before }: ListToServe) {
  const { store } = services
  const version = head && (await newestVersions(store, mode, head.size)).get(list)
  if (!version) {
    if (await isListUsed(store, mode, list)) throw new ApiError('service-unavailable')
    return null
  }
  const proven = await prove(services, mode, head, version)
  const cached = await before?.content.catch(() => null)
  if (proven && cached?.digest === version.digest)
    return { digest: cached.digest, list: { ...proven, statusListCredential: cached.list.statusListCredential } }
  const indexes = await readIndexes(services, mode, version)
  if (!proven || digestOfIndexes(indexes) !== version.digest) {
    services.proofAlarm({ kind: 'status-list-damaged', mode, list })
    throw new ApiError('service-unavailable')
  }
  const statusListCredential = await sign(services, mode, { id, indexes, now })
  return { digest: version.digest, list: { statusListCredential, ...proven } }
}

/** Proves that a version is the newest, verified as clients do. Null if the stored log is not the signed one. */
async function prove(
  { store, issuer }: Pick<Services, 'store' | 'issuer'>,
  mode: ProofMode,
  { size, checkpoint }: LogHeadRow,
  version: LoggedVersion,
): Promise<Omit<LoggedList, 'statusListCredential'> | null> {
  const index = version.logIndex
  const path = await proveInclusion(index, size, hashReader(store, mode))
  const laterEntries = await readLogEntries(store, mode, index + 1, size - index - 1)
  const proven = { version: version.version, proof: formatTlogProof({ index, path, checkpoint }), laterEntries }
  const host = issuerHost(didOf(issuer.origin, mode))
  const keys = { logKeys: issuer.logKeys(mode) }
  const isNewest = host && (await isNewestInLog(version, { statusListCredential: null, ...proven }, keys, host))
  return isNewest ? proven : null
}

async function readIndexes({ store }: Pick<Services, 'store'>, mode: ProofMode, { list, version }: LoggedVersion) {
  const rows = await listRevocations(store, mode, list)
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

/** Multibase (`u` and base64url), compressed. @param set indexes of the bits that are 1 */
export const encodeBits = (set: readonly number[]): string => `u${gzipSync(toBits(set)).toString('base64url')}`

/** One `<version> <index>` line per stored bit, by version, to compare with the log. Null for an unused list. */
async function statusChanges(
  { store }: Pick<Services, 'store'>,
  mode: ProofMode,
  list: number,
): Promise<string | null> {
  if (!(await isListUsed(store, mode, list))) return null
  const rows = await listRevocations(store, mode, list)
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

export interface LoggedVersion extends StatusVersion {
  /** Index of its log entry, from zero. */
  logIndex: number
}

/**
 * The newest logged version of each status list. Reads only the end of the log: every list is logged again within
 * STATUS_REFRESH_ENTRIES entries.
 * @param size of the log
 * @returns by list number, without lists from before versions were logged
 */
export async function newestVersions(db: Db, mode: ProofMode, size: number): Promise<Map<number, LoggedVersion>> {
  const from = Math.max(0, size - STATUS_TAIL_ENTRIES)
  const newest = new Map<number, LoggedVersion>()
  for (const [at, text] of (await readLogEntries(db, mode, from, size - from)).entries()) {
    const entry = parseLogEntry(text)
    if (entry?.type === 'status') newest.set(entry.list, { ...entry, logIndex: from + at })
  }
  return newest
}

/**
 * Appends entries in the caller's transaction. When the log passes a multiple of STATUS_REFRESH_ENTRIES, appends the
 * newest version of every list too.
 * @returns positions of the given entries
 */
export async function appendEntries(
  tx: Tx,
  services: Pick<Services, 'issuer'>,
  mode: ProofMode,
  entries: readonly string[],
): Promise<AppendedEntry[]> {
  const from = (await lockLog(tx, mode))?.size ?? 0
  const end = from + entries.length
  const isDue = Math.floor(from / STATUS_REFRESH_ENTRIES) < Math.floor(end / STATUS_REFRESH_ENTRIES)
  const versions = isDue ? await newestVersions(tx, mode, from) : new Map<number, StatusVersion>()
  const appended: AppendedEntry[] = []
  for (const text of entries) {
    const entry = parseLogEntry(text)
    if (isDue && entry?.type === 'status') versions.set(entry.list, entry)
    appended.push(await appendEntry(tx, services, mode, text))
  }
  for (const version of versions.values()) await appendEntry(tx, services, mode, statusEntry(version))
  return appended
}

/** Bits from the left. @param set indexes of the bits that are 1 */
export function toBits(set: readonly number[]): Uint8Array {
  const bits = new Uint8Array(STATUS_LIST_BITS / 8)
  for (const index of set) {
    const at = Math.floor(index / 8)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index % 8))
  }
  return bits
}

export const digestOfIndexes = (set: readonly number[]): string => digestOfBits(toBits(set))
