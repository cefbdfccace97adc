import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBits } from '../../../contract/credential/check-status'
import { credentialContexts } from '../../../contract/credential/contexts'
import { isRecord, recordOf, textOf } from '../../../contract/credential/json-reading'
import { STATUS_LIST_BITS, STATUS_LIST_TTL_SECONDS } from '../../../contract/limits'
import { type ProofMode, proofModes, proofPaths } from '../../../contract/proof-paths'
import type { Services } from '../../http/services'
import { isoSeconds, type JsonObject } from '../credentials/build'
import { type CredentialKey, signCredential } from '../credentials/issuer'
import { encodeBits, statusList } from '../credentials/status-list'
import { fail } from './check'

export const VC_STATUS_PATH = '/vc-api/status/1'

export interface VcStatus {
  /** An entry with the next free bit. */
  allocate(): JsonObject
  /** Sets a bit for good. @throws {VcProblem} unless it is one of this list */
  revoke(entry: unknown): void
  /** The list, signed by the key of the VC API. */
  list(): Promise<JsonObject>
  /**
   * Checks each status of a credential that is in a list of this installation.
   * @returns whether all were checked: other lists are not fetched
   * @throws {VcProblem} for a revoked credential, and if a list can't be read
   */
  check(credential: Readonly<Record<string, unknown>>): Promise<boolean>
}

interface StoredBits {
  next: number
  revoked: number[]
}

type StatusServices = Pick<Services, 'issuer' | 'clock' | 'store' | 'urls' | 'proofAlarm'>

/** The revocation list of the VC API: its credentials are not TrustTags, so they have a list and key of their own. */
export function createVcStatus(folder: string, key: CredentialKey, services: StatusServices): VcStatus {
  const file = join(folder, 'vc-api-status.json')
  const url = services.urls.api + VC_STATUS_PATH
  const indexOf = (entry: unknown): number => {
    const index = Number(textOf(recordOf(entry).statusListIndex) || -1)
    return Number.isInteger(index) && index >= 0 && index < STATUS_LIST_BITS ? index : -1
  }
  return {
    allocate() {
      const { next, revoked } = read(file)
      if (next >= STATUS_LIST_BITS) fail('The status list is full.', 'generation')
      write(file, { next: next + 1, revoked })
      return {
        id: `${url}#${next}`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: String(next),
        statusListCredential: url,
      }
    },
    revoke(entry) {
      const index = recordOf(entry).statusListCredential === url ? indexOf(entry) : -1
      const { next, revoked } = read(file)
      if (index < 0 || index >= next) fail('credentialStatus is not an entry of this list.')
      write(file, { next, revoked: [...new Set([...revoked, index])] })
    },
    list: () => signCredential(key, listDocument(url, key.did, services.clock.now(), read(file).revoked)),
    async check({ credentialStatus }) {
      const entries: readonly unknown[] = Array.isArray(credentialStatus)
        ? credentialStatus
        : credentialStatus === undefined
          ? []
          : [credentialStatus]
      let isComplete = true
      for (const entry of entries.filter(isRecord)) {
        const list = textOf(entry.statusListCredential)
        const isOwn = list === url
        const bits = isOwn ? null : await bitsOf(services, list)
        if (!isOwn && !bits) isComplete = false
        else if (entry.statusPurpose !== 'revocation' || indexOf(entry) < 0)
          fail('credentialStatus is malformed.', 'status')
        else if (isOwn ? read(file).revoked.includes(indexOf(entry)) : isSet(bits, indexOf(entry)))
          fail('The credential was revoked.', 'status')
      }
      return isComplete
    },
  }
}

const listDocument = (url: string, did: string, now: number, revoked: readonly number[]): JsonObject => ({
  '@context': [credentialContexts[0]],
  id: url,
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer: did,
  validFrom: isoSeconds(now),
  credentialSubject: {
    id: `${url}#list`,
    type: 'BitstringStatusList',
    statusPurpose: 'revocation',
    encodedList: encodeBits(revoked),
    ttl: STATUS_LIST_TTL_SECONDS * 1000,
  },
})

/** The bits of a list of this installation's TrustTags; null for another list. @throws {VcProblem} if it can't be signed */
async function bitsOf(services: StatusServices, url: string): Promise<Uint8Array | null> {
  const place = proofModes
    .map((mode): [ProofMode, string] => [mode, `${services.issuer.origin}${proofPaths[mode].status}/`])
    .find(([, start]) => url.startsWith(start) && /^[1-9]\d{0,6}$/u.test(url.slice(start.length)))
  if (!place) return null
  const [mode, start] = place
  const list = await statusList(services, mode, Number(url.slice(start.length))).catch(() => null)
  const bits = await decodeBits(textOf(recordOf(list?.credentialSubject).encodedList))
  return bits ?? fail('The status list can’t be read.', 'status')
}

const isSet = (bits: Uint8Array | null, index: number): boolean =>
  ((bits?.[Math.floor(index / 8)] ?? 0xff) & (0x80 >> (index % 8))) !== 0

function read(file: string): StoredBits {
  try {
    const { next, revoked } = recordOf(JSON.parse(readFileSync(file, 'utf8')))
    if (Number.isInteger(next) && Array.isArray(revoked))
      return { next: Number(next), revoked: revoked.filter((one) => Number.isInteger(one)) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { next: 0, revoked: [] }
    throw error
  }
  throw new Error(`${file} can't be read.`)
}

/** Atomic: after a crash, a bit is either set or not. */
function write(file: string, bits: StoredBits): void {
  const unfinished = `${file}.${process.pid}.part`
  writeFileSync(unfinished, JSON.stringify(bits), { mode: 0o600 })
  renameSync(unfinished, file)
}
