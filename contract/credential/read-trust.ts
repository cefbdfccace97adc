import { parseVerifierKey } from '../tlog/signed-note'
import { isRecord, listOf, recordOf, textOf } from './json-reading'
import type { Trust, TrustedIssuer } from './report'

/** Reads a trust document. @throws Error for what is none: whoever trusts half of one trusts the wrong half */
export function readTrust(document: unknown): Trust {
  const issuers = listOf(recordOf(document).issuers)
  if (issuers.length === 0) throw new Error('This is no list of issuers to trust.')
  return issuers.map(readIssuer)
}

function readIssuer(value: unknown): TrustedIssuer {
  const { did, mode, keys, log, witnesses } = recordOf(value)
  if (mode !== 'live' && mode !== 'test') throw new Error('An issuer to trust lacks its mode.')
  return {
    did: textOf(did),
    mode,
    keys: listOf(keys).map(textOf),
    logKeys: listOf(log).map(readKey),
    witnesses: listOf(witnesses)
      .filter(isRecord)
      .map(({ key, isSelfRun }) => ({ key: readKey(key), isSelfRun: isSelfRun !== false })),
  }
}

function readKey(text: unknown) {
  const key = parseVerifierKey(textOf(text))
  if (!key) throw new Error('A key to trust is malformed.')
  return key
}
