import { toHex } from '../bytes'
import { proofPaths } from '../proof-paths'
import { parseVerifierKey } from '../tlog/signed-note'
import type { SignatureType, VerifierKey } from '../tlog/signed-note'
import { multikeyBytes } from './check-proof'
import { issuerHost } from './issuer-host'
import { isRecord, textOf } from './json-reading'
import type { Trust, TrustedIssuer } from './report'

/**
 * Reads a trust document. Every key of a log must bear the name of its issuer's own log.
 * @throws Error for what is none: whoever trusts half of one trusts the wrong half
 */
export function readTrust(document: unknown): Trust {
  const issuers = isRecord(document) ? listed(document.issuers) : []
  if (issuers.length === 0) throw new Error('This is no list of issuers to trust.')
  return issuers.map(readIssuer)
}

function readIssuer(value: unknown): TrustedIssuer {
  if (!isRecord(value)) throw new Error('An issuer to trust is malformed.')
  const did = textOf(value.did)
  const place = issuerHost(did)
  if (!place || place.mode !== value.mode)
    throw new Error('An issuer to trust lacks its DID, or its mode does not fit it.')
  const keys = listed(value.keys).map(textOf)
  if (keys.length === 0 || keys.some((key) => multikeyBytes(key) === null))
    throw new Error('An issuer to trust lacks its keys.')
  const logKeys = listed(value.log).map((key) => readKey(key, 'ed25519'))
  if (logKeys.some(({ name }) => name !== place.host + proofPaths[place.mode].log))
    throw new Error('A log to trust is not its issuer’s.')
  const witnesses = listed(value.witnesses).map(readWitness)
  // A cosignature does not say who made it: one key would count as two who saw the log.
  if (new Set(witnesses.map(({ key }) => toHex(key.publicKey))).size < witnesses.length)
    throw new Error('Two witnesses to trust have one key.')
  return { did, mode: place.mode, keys, logKeys, witnesses }
}

/** Run by the issuer where nothing else is said: that proves less. */
function readWitness(value: unknown): TrustedIssuer['witnesses'][number] {
  if (!isRecord(value)) throw new Error('A witness to trust is malformed.')
  return { key: readKey(value.key, 'cosignature'), isSelfRun: value.isSelfRun !== false }
}

function readKey(text: unknown, type: SignatureType): VerifierKey {
  const key = parseVerifierKey(textOf(text))
  if (key?.type !== type) throw new Error('A key to trust is malformed.')
  return key
}

function listed(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('A list of what to trust is missing.')
  return value
}
