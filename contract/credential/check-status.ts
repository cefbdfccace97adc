import { base64urlnopad } from '@scure/base'
import { checkJcsProof, jcsProofOf } from './check-proof'
import { recordOf, textOf } from './json-reading'
import type { CredentialFacts, TrustedIssuer } from './report'

/** No list of ours is longer; more is refused before it fills the memory. */
const LIST_MAX_BYTES = 1_000_000

/**
 * Whether a status list says that a credential was withdrawn. Only a list that the same issuer signed, and that is the one the
 * credential names, says anything.
 * @param list the status list credential, as it was fetched
 */
export async function checkStatus(
  facts: Pick<CredentialFacts, 'status'>,
  list: unknown,
  issuer: TrustedIssuer,
): Promise<'not-revoked' | 'revoked' | 'bad-status-list' | 'no-status'> {
  if (!facts.status) return 'no-status'
  const document = recordOf(list)
  const proof = jcsProofOf(document)
  const [did = '', key = ''] = textOf(proof?.verificationMethod).split('#')
  const named = textOf(document.issuer) || textOf(recordOf(document.issuer).id)
  const isIssuers = did === issuer.did && named === issuer.did && issuer.keys.includes(key)
  if (!proof || !isIssuers || document.id !== facts.status.list) return 'bad-status-list'
  if (!(await checkJcsProof(document, proof, key))) return 'bad-status-list'
  const { encodedList, statusPurpose } = recordOf(document.credentialSubject)
  const bits = statusPurpose === 'revocation' ? await decodeBits(textOf(encodedList)) : null
  const byte = bits?.[Math.floor(facts.status.index / 8)]
  if (byte === undefined) return 'bad-status-list'
  return (byte & (0x80 >> (facts.status.index % 8))) === 0 ? 'not-revoked' : 'revoked'
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
    if (done) break
    length += value.length
    if (length > LIST_MAX_BYTES) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
