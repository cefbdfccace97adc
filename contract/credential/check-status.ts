import { base64urlnopad } from '@scure/base'
import { concatBytes } from '../bytes'
import { CLOCK_SKEW_SECONDS, STATUS_LIST_MAX_AGE_SECONDS } from '../limits'
import { checkJcsProof, isMoment, jcsProofOf } from './check-proof'
import { listOf, recordOf, textOf } from './json-reading'
import type { checkReasons, CredentialFacts, TrustedIssuer } from './report'

/** No list of ours is longer; more is refused before it fills the memory. */
const LIST_MAX_BYTES = 1_000_000

export type StatusFound = (typeof checkReasons)['status'][number]

/**
 * Whether a status list says that a credential was withdrawn. Only a list that the same issuer signed, and that is the one the
 * credential names, says anything; that a credential stands in none of them says so only for as long as the list is young.
 * @param list the status list credential, as it was fetched; null where it was not
 * @param now epoch milliseconds
 */
export async function checkStatus(
  { status }: Pick<CredentialFacts, 'status'>,
  list: unknown,
  issuer: TrustedIssuer,
  now: number,
): Promise<StatusFound> {
  if (!status) return 'no-status'
  if (list === null || list === undefined) return 'unreachable'
  const document = recordOf(list)
  if (document.id !== status.list || !(await isSignedBy(issuer, document))) return 'bad-status-list'
  const { encodedList, statusPurpose } = recordOf(document.credentialSubject)
  const bits = statusPurpose === 'revocation' ? await decodeBits(textOf(encodedList)) : null
  const byte = bits?.[Math.floor(status.index / 8)]
  if (byte === undefined) return 'bad-status-list'
  // What was withdrawn stays withdrawn, however old the list is.
  if ((byte & (0x80 >> (status.index % 8))) !== 0) return 'revoked'
  return ageOf(document, now)
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

/** Null for what is no compressed list. */
async function decodeBits(encoded: string): Promise<Uint8Array | null> {
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
