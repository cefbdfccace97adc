import { base64urlnopad } from '@scure/base'
import { concatBytes } from '../bytes'
import { CLOCK_SKEW_SECONDS, STATUS_LIST_MAX_AGE_SECONDS } from '../limits'
import { digestOfBits, isLoggedList, isNewestInLog } from './check-logged-list'
import { checkJcsProof, isMoment, jcsProofOf } from './check-proof'
import { listOf, recordOf, textOf } from './json-reading'
import type { IssuerPlace } from './read-facts'
import type { checkReasons, CredentialFacts, TrustedIssuer } from './report'

/** Our lists are never longer. A longer one is rejected before it fills the memory. */
const LIST_MAX_BYTES = 1_000_000

export type StatusFound = (typeof checkReasons)['status'][number]

export interface StatusToCheck {
  facts: Pick<CredentialFacts, 'status'>
  /** `LoggedList`, or the status list credential alone, as fetched; null if it was not fetched. */
  list: unknown
  issuer: TrustedIssuer
  place: IssuerPlace
  /** Epoch milliseconds. */
  now: number
}

/**
 * Whether a status list revokes a credential. Only the list that the credential names, signed by the same issuer, is
 * read. A zero bit proves something only in a recent list that the log shows to be the newest version.
 */
export async function checkStatus({ facts, list, issuer, place, now }: StatusToCheck): Promise<StatusFound> {
  const { status } = facts
  if (!status) return 'no-status'
  if (list === null || list === undefined) return 'unreachable'
  const document = recordOf(isLoggedList(list) ? list.statusListCredential : list)
  if (document.id !== status.list || !(await isSignedBy(issuer, document))) return 'bad-status-list'
  const { encodedList, statusPurpose } = recordOf(document.credentialSubject)
  const bits = statusPurpose === 'revocation' ? await decodeBits(textOf(encodedList)) : null
  const byte = bits?.[Math.floor(status.index / 8)]
  if (!bits || byte === undefined) return 'bad-status-list'
  // A revocation is final, whatever the age of the list.
  if ((byte & (0x80 >> (status.index % 8))) !== 0) return 'revoked'
  const age = ageOf(document, now)
  if (age !== 'not-revoked') return age
  const version = { list: Number(status.list.split('/').pop()), digest: digestOfBits(bits) }
  const isNewest = isLoggedList(list) && (await isNewestInLog(version, list, issuer, place))
  return isNewest ? age : 'unlogged-status-list'
}

async function isSignedBy(issuer: TrustedIssuer, document: Record<string, unknown>): Promise<boolean> {
  const proof = jcsProofOf(document)
  const [did = '', key = '', ...rest] = textOf(proof?.verificationMethod).split('#')
  const named = textOf(document.issuer) || textOf(recordOf(document.issuer).id)
  const isIssuers = did === issuer.did && named === issuer.did && issuer.keys.includes(key) && rest.length === 0
  const isList = listOf(document.type).includes('BitstringStatusListCredential')
  return proof !== null && isIssuers && isList && (await checkJcsProof(document, proof, key))
}

function ageOf({ validFrom, validUntil }: Record<string, unknown>, now: number): StatusFound {
  if (!isMoment(validFrom) || (validUntil !== undefined && !isMoment(validUntil))) return 'bad-status-list'
  const [from, until] = [Date.parse(textOf(validFrom)), Date.parse(textOf(validUntil))]
  if (from > now + CLOCK_SKEW_SECONDS * 1000) return 'bad-status-list'
  const isOld = now - from > STATUS_LIST_MAX_AGE_SECONDS * 1000 || (!Number.isNaN(until) && now >= until)
  return isOld ? 'stale-status-list' : 'not-revoked'
}

/** When a list was signed: a zero bit shows what was true then. @param list checked */
export const timeOfList = (list: unknown): string | null =>
  textOf(recordOf(isLoggedList(list) ? list.statusListCredential : list).validFrom) || null

/** The bits of an `encodedList`; null if it is invalid. */
export async function decodeBits(encoded: string): Promise<Uint8Array | null> {
  if (!encoded.startsWith('u')) return null
  try {
    const compressed = new Uint8Array(base64urlnopad.decode(encoded.slice(1)))
    const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('gzip'))
    return await readBytes(stream.getReader())
  } catch {
    return null
  }
}

async function readBytes(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatBytes(...parts)
    length += value.length
    if (length > LIST_MAX_BYTES) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
}
