import { toHex } from '../bytes'
import { proofPaths } from '../proof-paths'
import { parseVerifierKey } from '../tlog/signed-note'
import type { SignatureType, VerifierKey } from '../tlog/signed-note'
import { multikeyBytes } from './check-proof'
import { issuerHost } from './issuer-host'
import { isRecord, textOf } from './json-reading'
import type { Trust, TrustedIssuer } from './report'

/**
 * Reads a trust document. Every log key must have the name of its issuer's log.
 * @throws Error if it is invalid: a partly trusted document would be dangerous
 */
export function readTrust(document: unknown): Trust {
  const issuers = isRecord(document) ? listed(document.issuers) : []
  if (issuers.length === 0) throw new Error('The list of trusted issuers is invalid.')
  return issuers.map(readIssuer)
}

function readIssuer(value: unknown): TrustedIssuer {
  if (!isRecord(value)) throw new Error('A trusted issuer is malformed.')
  const did = textOf(value.did)
  const place = issuerHost(did)
  if (!place || place.mode !== value.mode)
    throw new Error('A trusted issuer has no DID, or its mode does not match its DID.')
  const keys = listed(value.keys).map(textOf)
  if (keys.length === 0 || keys.some((key) => multikeyBytes(key) === null))
    throw new Error('A trusted issuer has no keys.')
  const logKeys = listed(value.log).map((key) => readKey(key, 'ed25519'))
  if (logKeys.some(({ name }) => name !== place.host + proofPaths[place.mode].log))
    throw new Error('A trusted log does not belong to its issuer.')
  const witnesses = listed(value.witnesses).map(readWitness)
  // A cosignature does not say which witness made it: one key could pass for two witnesses.
  if (new Set(witnesses.map(({ key }) => toHex(key.publicKey))).size < witnesses.length)
    throw new Error('Two trusted witnesses have the same key.')
  return { did, mode: place.mode, keys, logKeys, witnesses }
}

/** Default: run by the issuer, which proves less. */
function readWitness(value: unknown): TrustedIssuer['witnesses'][number] {
  if (!isRecord(value)) throw new Error('A trusted witness is malformed.')
  return { key: readKey(value.key, 'cosignature'), isSelfRun: value.isSelfRun !== false }
}

function readKey(text: unknown, type: SignatureType): VerifierKey {
  const key = parseVerifierKey(textOf(text))
  if (key?.type !== type) throw new Error('A trusted key is malformed.')
  return key
}

function listed(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('A list in the trust configuration is missing.')
  return value
}
