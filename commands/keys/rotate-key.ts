import { newStoredKey } from '../../api/features/credentials/issuer'
import { openSecurityLog } from '../../api/adapters/security-log/open-security-log'
import { KEYS_REREAD_SECONDS } from '../../contract/limits'
import { logOrigin } from '../../contract/proof-paths'
import type { ProofMode } from '../../contract/proof-paths'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import { multikeyOf } from './list-keys'
import type { OpenKeys } from './open-keys'

/** Makes a new key; the one before stays as a public key, and what it signed stays right. */
export async function rotateKey(
  { keys, config, clock }: OpenKeys,
  { what, mode }: { what: 'issuer' | 'log'; mode: ProofMode },
): Promise<string[]> {
  const key = newStoredKey(`${what}-${mode}`, clock.now())
  await keys.replace(key)
  openSecurityLog(config, null).write('signing-key-rotated', {
    mode,
    actor: 'keys command',
    subject: `${what} ${multikeyOf(key)}`,
  })
  const name = logOrigin(config.issuerOrigin, mode)
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, 'base64url'))
  return [
    `The new key is ${multikeyOf(key)}. What the one before signed stays right; its secret is deleted.`,
    `A running server takes it up within ${KEYS_REREAD_SECONDS} seconds.`,
    ...(what === 'log'
      ? [`Give this line to every witness of the log:`, formatVerifierKey({ name, type: 'ed25519', publicKey })]
      : []),
  ]
}
