import { gzipSync } from 'node:zlib'
import { credentialContexts } from '../../../contract/credential/contexts'
import { STATUS_LIST_BITS, STATUS_LIST_TTL_SECONDS } from '../../../contract/limits'
import { didOf, proofPaths } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { JsonObject } from '../../ports/trusttag/issuer'
import { isoSeconds } from './build-credential'

/**
 * A signed list of what was revoked (Bitstring Status List 1.0).
 * @returns null where no TrustTag has a place in a list of that number
 */
export async function statusList(
  { store, issuer, clock }: Pick<Services, 'store' | 'issuer' | 'clock'>,
  mode: ProofMode,
  list: number,
): Promise<JsonObject | null> {
  const found = await store.statusPlaces.read(mode, list)
  if (!found) return null
  const id = `${issuer.origin}${proofPaths[mode].status}/${list}`
  return issuer.signCredential(mode, {
    '@context': [credentialContexts[0]],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(issuer.origin, mode),
    validFrom: isoSeconds(clock.now()),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(found.revoked),
      ttl: STATUS_LIST_TTL_SECONDS * 1000,
    },
  })
}

/** Bits from the left, compressed, as multibase (`u` and base64url). @param set places of the ones that are 1 */
export function encodeBits(set: readonly number[]): string {
  const bits = new Uint8Array(STATUS_LIST_BITS / 8)
  for (const place of set) {
    const at = Math.floor(place / 8)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (place % 8))
  }
  return `u${gzipSync(bits).toString('base64url')}`
}
