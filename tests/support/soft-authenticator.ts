import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Call, Output } from '../../contract/schemas'

interface Credential {
  id: Buffer
  rpId: string
  handle: string
  key: KeyObject
  count: number
}

export interface AuthenticatorOptions {
  /** Copies passkeys to other devices. */
  isSynced?: boolean
  /** Counts its uses; 0: does not count, like most synced ones. */
  step?: number
}

/** What a page and its browser can lie about. */
export interface Lies {
  origin?: string
  crossOrigin?: boolean
  topOrigin?: string
  challenge?: string
  rpId?: string
  type?: string
  userHandle?: string | null
  isVerified?: boolean
  count?: number
}

/** An authenticator in software (Web Authentication Level 3, 6): ES256, attestation `none`. */
export function softAuthenticator({ isSynced = false, step = 1 }: AuthenticatorOptions = {}) {
  const credentials: Credential[] = []
  const flags = ({ isVerified = true }: Lies) => 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0)
  return {
    credentials,
    create(
      { challenge, rp, user }: Output<'getPasskeyOptions'>,
      origin: string,
      lies: Lies = {},
    ): Call<'addPasskey'>['credential'] {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      const rpId = lies.rpId ?? rp.id
      credentials.push({ id, rpId, handle: user.id, key: privateKey, count: 0 })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(x, y)])
      const authData = Buffer.concat([head(rpId, flags(lies) | 0x40, 0), attested])
      return {
        ...named(id),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin, lies),
          attestationObject: attestation(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(
      { challenge, rpId }: Output<'getPasskeyLoginOptions'>,
      origin: string,
      lies: Lies = {},
    ): Call<'passkeyLogin'>['credential'] {
      const credential = credentials.findLast((one) => one.rpId === rpId)
      if (!credential) throw new Error(`no passkey for ${rpId}`)
      credential.count += step
      const clientDataJSON = clientData('webauthn.get', challenge, origin, lies)
      const authData = head(lies.rpId ?? rpId, flags(lies), lies.count ?? credential.count)
      const digest = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      return {
        ...named(credential.id),
        response: {
          clientDataJSON,
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, digest]), credential.key).toString('base64url'),
          userHandle: lies.userHandle === undefined ? credential.handle : lies.userHandle,
        },
      }
    },
  }
}

function named(bytes: Buffer) {
  const id = bytes.toString('base64url')
  return { id, rawId: id, type: 'public-key' as const }
}

function clientData(type: string, challenge: string, origin: string, lies: Lies): string {
  const { crossOrigin = false, topOrigin } = lies
  const said = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
    crossOrigin,
    ...(topOrigin !== undefined && { topOrigin }),
  }
  return Buffer.from(JSON.stringify(said)).toString('base64url')
}

function head(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(count)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter])
}

/** CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
const coseKey = (x: string, y: string): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])

/** CBOR of `{fmt: 'none', attStmt: {}, authData}`. */
function attestation(authData: Buffer): Buffer {
  const size = Buffer.alloc(3)
  size.writeUInt8(0x59)
  size.writeUInt16BE(authData.length, 1)
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    size,
    authData,
  ])
}
