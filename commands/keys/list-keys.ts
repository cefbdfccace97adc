import { publicMultikey } from '../../api/features/credentials/sign'
import { keyPurposes } from '../../api/features/credentials/keys'
import type { KeyPurpose, StoredKey } from '../../api/features/credentials/keys'
import type { OpenKeys } from './open-keys'

const names: Record<KeyPurpose, string> = {
  'issuer-live': 'Issuer',
  'issuer-test': 'Issuer of Test Mode and samples',
  'log-live': 'Log',
  'log-test': 'Log of Test Mode and samples',
}

/** Every key, without its secret. */
export async function listKeys({ keys }: Pick<OpenKeys, 'keys'>): Promise<string[]> {
  const all = await keys.list()
  if (all.length === 0) return ['No keys yet. The first start of the server makes them.']
  const linesOf = (purpose: KeyPurpose) =>
    all.filter((key) => key.purpose === purpose).map((key) => `  ${multikeyOf(key)}  ${times(key)}`)
  return keyPurposes.flatMap((purpose) => [names[purpose]].concat(linesOf(purpose)))
}

/** `z6Mk…` */
export const multikeyOf = ({ publicKey }: Pick<StoredKey, 'publicKey'>): string =>
  publicMultikey(new Uint8Array(Buffer.from(publicKey, 'base64url')))

/** Keys of the environment have no times. */
function times({ createdAt, retiredAt }: StoredKey): string {
  if (createdAt === 0) return retiredAt === null ? 'signs' : 'signed before'
  if (retiredAt === null) return `signs since ${dayOf(createdAt)}`
  return `signed from ${dayOf(createdAt)} to ${dayOf(retiredAt)}`
}

const dayOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
