import { gzipSync } from 'node:zlib'
import { isNewestInLog } from '../../../contract/credential/check-logged-list'
import type { LoggedList } from '../../../contract/credential/check-logged-list'
import { credentialContexts } from '../../../contract/credential/contexts'
import { issuerHost } from '../../../contract/credential/issuer-host'
import {
  STATUS_LIST_MAX_AGE_SECONDS,
  STATUS_LIST_RENEWAL_SECONDS,
  STATUS_LIST_TTL_SECONDS,
} from '../../../contract/limits'
import { didOf, proofPaths } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { proveInclusion } from '../../../contract/tlog/prove'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import type { Services } from '../../ports/services'
import type { JsonObject } from '../../ports/trusttag/issuer'
import type { LogHeadRow } from '../../ports/trusttag/log-store'
import { ApiError } from '../api-error'
import { hashReader } from './append-entry'
import { isoSeconds } from './build-credential'
import { digestOfIndexes, newestVersions, toBits } from './status-versions'
import type { LoggedVersion } from './status-versions'

export type ListServices = Pick<Services, 'store' | 'issuer' | 'clock' | 'proofAlarm'>

/** What is served of a list, for one tree of the log. Requests that come while it is made share it. */
interface ServedList {
  checkpoint: string
  /** Signed when, by which key, and of which bits: the signature is kept while these stay. */
  at: number
  key: string
  digest: string
  content: Promise<LoggedList & { statusListCredential: JsonObject }>
}

/** Of each database, by URL. Nothing in it outlives a change of the log, so that no revocation is hidden by it. */
const served = new WeakMap<Services['store'], Map<string, ServedList>>()

/** The signed list alone, as verifiers of others read it. @returns null for a list that was never used. @throws ApiError */
export const statusList = async (
  services: ListServices,
  mode: ProofMode,
  list: number,
): Promise<JsonObject | null> => (await loggedStatusList(services, mode, list))?.statusListCredential ?? null

/**
 * A signed list of what was revoked (Bitstring Status List 1.0), with the proof that it is the newest version in the log. Its
 * bits are those of the `revoke` entries; every call looks at the newest tree of the log, so that a revocation by any process
 * shows at once. It is signed again after ten minutes, for a new version and for a new key.
 * @returns null for a list that was never used
 * @throws ApiError `service-unavailable` where the stored bits or entries are not what the log signed (the owner is alarmed),
 *   and while the list of an older version has not been entered in the log yet
 */
export async function loggedStatusList(services: ListServices, mode: ProofMode, list: number) {
  const { store, issuer, clock } = services
  const head = await store.log.head(mode)
  const lists = served.get(store) ?? new Map<string, ServedList>()
  served.set(store, lists)
  const id = `${issuer.origin}${proofPaths[mode].status}/${list}`
  const key = issuer.issuerKeys(mode).find(({ retiredAt }) => retiredAt === null)?.publicKeyMultibase ?? ''
  const [kept, now] = [lists.get(id), clock.now()]
  const isFresh = kept && kept.key === key && kept.at <= now && now < kept.at + STATUS_LIST_RENEWAL_SECONDS * 1000
  if (isFresh && kept.checkpoint === head?.checkpoint) return kept.content
  const version = head && (await newestVersions(store.log, mode, head.size)).get(list)
  if (!head || !version) {
    if (await store.statusPlaces.isUsed(mode, list)) throw new ApiError('service-unavailable')
    return null
  }
  const signed = isFresh && kept.digest === version.digest ? kept : null
  const content = serve(services, mode, { id, head, version, now, signed })
  const entry = { checkpoint: head.checkpoint, at: signed?.at ?? now, key, digest: version.digest, content }
  lists.set(id, entry)
  // The next request tries again what failed.
  content.catch(() => lists.get(id) === entry && lists.delete(id))
  return content
}

interface ListToServe {
  id: string
  head: LogHeadRow
  version: LoggedVersion
  now: number
  /** Signed before, with the same bits. */
  signed: ServedList | null
}

async function serve(services: ListServices, mode: ProofMode, { id, head, version, now, signed }: ListToServe) {
  const { store, issuer } = services
  const { list, digest, logIndex } = version
  const refuse = (): never => {
    services.proofAlarm({ kind: 'status-list-damaged', mode, list })
    throw new ApiError('service-unavailable')
  }
  const [path, laterEntries] = await Promise.all([
    proveInclusion(logIndex, head.size, hashReader(store.log, mode)),
    store.log.readEntries(mode, logIndex + 1, head.size - logIndex - 1),
  ])
  const proof = formatTlogProof({ index: logIndex, path, checkpoint: head.checkpoint })
  const proven = { version: version.version, proof, laterEntries }
  const place = issuerHost(didOf(issuer.origin, mode))
  const keys = { logKeys: issuer.logKeys(mode) }
  const isNewest =
    place !== null && (await isNewestInLog(version, { statusListCredential: null, ...proven }, keys, place))
  if (!isNewest) refuse()
  const kept = (await signed?.content.catch(() => null))?.statusListCredential
  if (kept) return { statusListCredential: kept, ...proven }
  const indexes = await readIndexes(services, mode, version)
  if (digestOfIndexes(indexes) !== digest) refuse()
  return { statusListCredential: await sign(services, mode, { id, indexes, now }), ...proven }
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
    // An old list would hide what was revoked since.
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
 * What auditors make every version of a list from: a line `<version> <index>` for each bit that was set, in the order of
 * versions. It is what the database has, and no check of it: comparing it with the log is the audit.
 * @returns null for a list that was never used
 */
export async function statusChanges(
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
 * @returns null for any other name, and for a list that was never used
 */
export async function statusFile(services: ListServices, mode: ProofMode, name: string): Promise<string | null> {
  const [, list, kind] = /^([1-9]\d{0,6})\.(json|changes)$/u.exec(name) ?? []
  if (list === undefined) return null
  if (kind === 'changes') return statusChanges(services, mode, Number(list))
  const found = await loggedStatusList(services, mode, Number(list))
  return found && JSON.stringify(found)
}
