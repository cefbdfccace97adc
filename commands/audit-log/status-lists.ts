import { createHash } from 'node:crypto'
import { isLoggedList } from '../../contract/credential/check-logged-list'
import { decodeBits } from '../../contract/credential/check-status'
import { recordOf, textOf } from '../../contract/credential/json-reading'
import type { StatusVersion } from '../../contract/credential/log-entry'
import { parseJson } from '../../contract/credential/parse-json'
import { STATUS_LIST_BITS } from '../../contract/limits'
import type { EntriesAudit } from './entries'
import { aFinding } from './finding'
import type { Finding } from './finding'
import type { LogSource } from './log-source'

/** One line per bit: `<version> <index>`. */
const CHANGES_MAX_BYTES = STATUS_LIST_BITS * 20
const LIST_MAX_BYTES = 2_000_000

/**
 * Checks that revocations are final: each version of a list keeps the bits of the previous one, the set bits equal the
 * `revoke` entries, and the served list is the newest version.
 * @param audit of a whole log
 */
export async function auditStatusLists(source: LogSource, { counts, lists }: EntriesAudit): Promise<Finding[]> {
  const findings: Finding[] = []
  let bits = 0
  for (const [list, versions] of lists) {
    const replayed = await replay(source, list, versions)
    bits += replayed.bits
    findings.push(...replayed.findings)
    if (replayed.findings.length === 0) findings.push(...(await compareServed(source, list, replayed)))
  }
  if (findings.length === 0 && bits !== counts.revoke) {
    const text = `The log revokes ${counts.revoke} TrustTags, but its status lists have ${bits} set bits.`
    findings.push(aFinding('UNREVOKED', text))
  }
  return findings
}

interface Replay {
  /** Bits of the newest version in the log. */
  bits: number
  /** Digests of that version and of newer ones, made since the log was read. */
  served: ReadonlySet<string>
  findings: Finding[]
}

/** Rebuilds each version and compares its digest with the log. */
async function replay(source: LogSource, list: number, versions: readonly StatusVersion[]): Promise<Replay> {
  const path = `status/${list}.changes`
  const content = await source.read(path, CHANGES_MAX_BYTES)
  const changes = content && readChanges(new TextDecoder().decode(content))
  const nothing = { bits: 0, served: new Set<string>() }
  const newest = versions.at(-1)
  if (!newest) return { ...nothing, findings: [] }
  if (!changes) {
    const text = `${path} ${content ? 'is malformed' : 'is missing'}; the log has ${newest.version} versions of this status list.`
    return { ...nothing, findings: [aFinding('UNREVOKED', text)] }
  }
  const bits = new Uint8Array(STATUS_LIST_BITS / 8)
  let count = 0
  const served = new Set<string>()
  const later = [...changes.keys()].filter((version) => version > newest.version)
  for (const version of [...versions.map((one) => one.version), ...later]) {
    const set = changes.get(version) ?? []
    for (const index of set) setBit(bits, index)
    const digest = createHash('sha256').update(bits).digest('hex')
    const logged = versions[version - 1]
    if (logged && logged.digest !== digest) {
      const text = `Version ${version} of status list ${list} does not match ${path}: a revocation was undone, or a bit was set without one.`
      return { ...nothing, findings: [aFinding('UNREVOKED', text)] }
    }
    if (version <= newest.version) count += set.length
    if (version >= newest.version) served.add(digest)
  }
  return { bits: count, served, findings: [] }
}

/** Indexes by version; null if a bit is set twice, versions go backwards, or a line is malformed. */
function readChanges(text: string): Map<number, number[]> | null {
  const changes = new Map<number, number[]>()
  const seen = new Set<number>()
  let last = 1
  for (const line of text.split('\n').slice(0, -1)) {
    const [, versionText = '', indexText = ''] = /^([1-9]\d{0,8}) (0|[1-9]\d{0,5})$/u.exec(line) ?? []
    const [version, index] = [Number(versionText), Number(indexText)]
    if (versionText === '' || version < last || index >= STATUS_LIST_BITS || seen.has(index)) return null
    seen.add(index)
    const set = changes.get(version) ?? []
    set.push(index)
    changes.set(version, set)
    last = version
  }
  return changes
}

/** The served list must be the newest version, or one made since the log was read. */
async function compareServed(source: LogSource, list: number, { served }: Replay): Promise<Finding[]> {
  const path = `status/${list}.json`
  const content = await source.read(path, LIST_MAX_BYTES)
  const document = content && parseJson(new TextDecoder().decode(content))
  if (!isLoggedList(document)) return [aFinding('UNREVOKED', `${path} is missing, or is not a status list.`)]
  const { encodedList } = recordOf(recordOf(document.statusListCredential).credentialSubject)
  const bits = await decodeBits(textOf(encodedList))
  if (bits && served.has(createHash('sha256').update(bits).digest('hex'))) return []
  return [aFinding('UNREVOKED', `${path} is not the newest version of this status list in the log.`)]
}

function setBit(bits: Uint8Array, index: number): void {
  const at = Math.floor(index / 8)
  bits[at] = (bits[at] ?? 0) | (0x80 >> (index % 8))
}
