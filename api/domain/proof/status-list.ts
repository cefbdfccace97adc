import { gzipSync } from 'node:zlib'
import { credentialContexts } from '../../../contract/credential/contexts'
import {
  STATUS_LIST_BITS,
  STATUS_LIST_MAX_AGE_SECONDS,
  STATUS_LIST_RENEWAL_SECONDS,
  STATUS_LIST_TTL_SECONDS,
} from '../../../contract/limits'
import { didOf, proofPaths } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { JsonObject } from '../../ports/trusttag/issuer'
import { isoSeconds } from './build-credential'

type ListServices = Pick<Services, 'store' | 'issuer' | 'clock'>

/** A list that was signed, or is being signed: whoever asks meanwhile gets the same. */
interface SignedList {
  revoked: number
  key: string
  at: number
  content: Promise<JsonObject>
}

/** Of each database, by address. To sign takes a hundred times as long as to look whether anything has changed. */
const signed = new WeakMap<Services['store'], Map<string, SignedList>>()

/**
 * A signed list of what was revoked (Bitstring Status List 1.0). It is signed anew when a bit has been set, by whatever
 * process, when another key signs, and every ten minutes; asking for it often costs nothing.
 * @returns null where no TrustTag has a place in a list of that number
 */
export async function statusList(services: ListServices, mode: ProofMode, list: number): Promise<JsonObject | null> {
  const { store, issuer, clock } = services
  const revoked = await store.statusPlaces.countRevoked(mode, list)
  if (revoked === null) return null
  const lists = signed.get(store) ?? new Map<string, SignedList>()
  signed.set(store, lists)
  const id = `${issuer.origin}${proofPaths[mode].status}/${list}`
  const key = issuer.issuerKeys(mode).find(({ retiredAt }) => retiredAt === null)?.publicKeyMultibase ?? ''
  const [kept, now] = [lists.get(id), clock.now()]
  const isFresh = kept && kept.at <= now && now < kept.at + STATUS_LIST_RENEWAL_SECONDS * 1000
  // No bit is ever cleared: one with more of them is newer than the look.
  if (isFresh && kept.revoked >= revoked && kept.key === key) return kept.content
  const content = sign(services, { mode, list, id, now })
  const entry = { revoked, key, at: now, content }
  lists.set(id, entry)
  // What failed is tried again by the next one who asks.
  content.catch(() => lists.get(id) === entry && lists.delete(id))
  return content
}

async function sign(
  { store, issuer }: ListServices,
  { mode, list, id, now }: { mode: ProofMode; list: number; id: string; now: number },
): Promise<JsonObject> {
  return issuer.signCredential(mode, {
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
      encodedList: encodeBits(await store.statusPlaces.listRevoked(mode, list)),
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
