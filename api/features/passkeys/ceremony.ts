import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSKEY_CHALLENGE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { PasskeyAssertion } from '../../../contract/schemas/passkeys'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { Clock } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { relyingPartyOf } from '../apps/relying-party'
import type { RelyingParty } from '../apps/relying-party'
import { signInPolicy } from '../apps/sign-in-policy'
import { ensureCaptchaKey } from '../captcha/proof-of-work'
import type { RequestContext } from '../members/context'
import { findPasskey, findUserHandle, updatePasskey, useChallenge } from './repository'
import type { PasskeyRow } from './repository'

/** All that a signed challenge is good for. A difference in any part refuses it. */
export interface ChallengeScope {
  appId: string
  mode: Mode
  origin: string
  rpId: string
  /** `login` also serves as a second step. */
  purpose: 'login' | 'add' | 'prove'
  /** Null: any member, for a login without an email. */
  memberId: string | null
}

interface ChallengeServices {
  store: Db
  clock: Clock
}

const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32
const KEY_PURPOSE = 'passkey-challenges'

/** Nothing is stored: the server signs the challenge, and recognizes it later. @returns base64url */
export async function issueChallenge({ store, clock }: ChallengeServices, scope: ChallengeScope): Promise<string> {
  const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
  randomBytes(NONCE_BYTES).copy(head)
  head.writeUIntBE(clock.now() + PASSKEY_CHALLENGE_LIFETIME_MINUTES * 60_000, NONCE_BYTES, TIME_BYTES)
  return Buffer.concat([head, sign(await readKey(store), head, scope)]).toString('base64url')
}

/** @returns when it expires, epoch milliseconds; null if it is expired, foreign, or for something else */
async function readChallenge(
  { store, clock }: ChallengeServices,
  challenge: string,
  scope: ChallengeScope,
): Promise<number | null> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return null
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
  const mac = sign(await readKey(store), head, scope)
  if (!timingSafeEqual(mac, bytes.subarray(head.length))) return null
  const expiresAt = head.readUIntBE(NONCE_BYTES, TIME_BYTES)
  return expiresAt > clock.now() ? expiresAt : null
}

function sign(key: Buffer, head: Buffer, { appId, mode, origin, rpId, purpose, memberId }: ChallengeScope): Buffer {
  const scope = JSON.stringify([appId, mode, origin, rpId, purpose, memberId])
  return createHmac('sha256', key).update(head).update(scope).digest()
}

const keys = new WeakMap<object, Promise<Buffer>>()

/** The same for all processes of a database. */
function readKey(store: Db): Promise<Buffer> {
  const known = keys.get(store)
  if (known) return known
  const candidate = randomBytes(32).toString('hex')
  const key = ensureCaptchaKey(store, candidate, KEY_PURPOSE).then((hex) => Buffer.from(hex, 'hex'))
  keys.set(store, key)
  // A failed read must not last.
  key.catch(() => keys.delete(store))
  return key
}

/** COSE: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** The page that runs the ceremony. */
export type Page = Pick<RequestContext, 'app' | 'mode' | 'origin'>

export interface Ceremony {
  purpose: ChallengeScope['purpose']
  /** Null: any member. */
  memberId: string | null
}

type CeremonyServices = Pick<Services, 'store' | 'clock' | 'secrets' | 'securityLog'>

/** On first use: the start and servers without passkeys do not pay for it. */
export const loadLibrary = () => import('@simplewebauthn/server')

/** Loads the library and the list of public suffixes after the start, so that no login waits for them. */
export async function warmPasskeys(): Promise<void> {
  await Promise.all([loadLibrary(), import('tldts')])
}

/** @throws ApiError `login-method-disabled` where they cannot work, or the app has switched them off */
export async function requireRelyingParty({ app, mode, origin }: Page): Promise<RelyingParty & { origin: string }> {
  const party = signInPolicy(app).methods.passkey ? await relyingPartyOf(app, mode, origin) : null
  if (!party || origin === null) throw new ApiError('login-method-disabled')
  return { ...party, origin }
}

export const scopeOf = (
  { app, mode }: Page,
  { rpId, origin }: { rpId: string; origin: string },
  { purpose, memberId }: Ceremony,
): ChallengeScope => ({ appId: app.id, mode, rpId, origin, purpose, memberId })

/** A challenge that was recognized; `spendChallenge` uses it up. */
export interface ReadChallenge {
  challenge: string
  expiresAt: number
}

/**
 * Checks what the browser says it signed: the kind of ceremony, our challenge, the origin of this very request, and no foreign frame.
 * @throws ApiError `passkey-refused`
 */
export async function readClientData(
  services: Pick<Services, 'store' | 'clock'>,
  encoded: string,
  type: 'webauthn.create' | 'webauthn.get',
  scope: ChallengeScope,
): Promise<ReadChallenge> {
  const said = parseClientData(encoded)
  const isHere = said.type === type && said.origin === scope.origin
  // A page that frames this one could make the person sign without knowing for whom.
  const isFramed = (said.crossOrigin !== undefined && said.crossOrigin !== false) || said.topOrigin !== undefined
  if (!isHere || isFramed || typeof said.challenge !== 'string') throw new ApiError('passkey-refused')
  const expiresAt = await readChallenge(services, said.challenge, scope)
  if (expiresAt === null) throw new ApiError('passkey-refused')
  return { challenge: said.challenge, expiresAt }
}

interface ClientData {
  type?: unknown
  challenge?: unknown
  origin?: unknown
  crossOrigin?: unknown
  topOrigin?: unknown
}

function parseClientData(encoded: string): ClientData {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** In the transaction of what the challenge permits. @throws ApiError `passkey-refused` for a second use */
export async function spendChallenge(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  { challenge, expiresAt }: ReadChallenge,
): Promise<void> {
  // Decoded: base64url has several spellings of one value.
  const bytes = Buffer.from(challenge, 'base64url').toString('hex')
  if (!(await useChallenge(tx, secrets.digest(bytes), expiresAt))) throw new ApiError('passkey-refused')
}

export interface CheckedAssertion {
  passkey: PasskeyRow
  read: ReadChallenge
  signCount: number
  isBackedUp: boolean
}

/**
 * Checks a signed challenge; `recordUse` then uses it up.
 * @throws ApiError `login-method-disabled`; `passkey-not-found`; `passkey-refused` for anything wrong with it
 */
export async function checkAssertion(
  services: CeremonyServices,
  page: Page,
  credential: PasskeyAssertion,
  ceremony: Ceremony,
): Promise<CheckedAssertion> {
  const party = await requireRelyingParty(page)
  const { clientDataJSON, userHandle } = credential.response
  const read = await readClientData(services, clientDataJSON, 'webauthn.get', scopeOf(page, party, ceremony))
  const named = { appId: page.app.id, mode: page.mode, credentialId: credential.id }
  const passkey = await findPasskey(services.store, named)
  if (!passkey) throw new ApiError('passkey-not-found')
  const isOwner = ceremony.memberId === null || ceremony.memberId === passkey.memberId
  if (!isOwner || passkey.rpId !== party.rpId) throw new ApiError('passkey-refused')
  // Without an email, only the handle says whose passkey it is.
  const handle = await findUserHandle(services.store, passkey.memberId)
  const mustName = ceremony.memberId === null
  if ((userHandle ?? (mustName ? null : handle)) !== handle) throw new ApiError('passkey-refused')
  const { newCounter, credentialBackedUp } = await verifySignature(credential, passkey, party, read)
  checkCounter(services, passkey, newCounter)
  return { passkey, read, signCount: Math.max(newCounter, passkey.signCount), isBackedUp: credentialBackedUp }
}

async function verifySignature(
  { response, ...credential }: PasskeyAssertion,
  passkey: PasskeyRow,
  { rpId, origin }: RelyingParty & { origin: string },
  { challenge }: ReadChallenge,
) {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { userHandle, ...signed } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...signed, ...(typeof userHandle === 'string' && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // `checkCounter` has its own rule.
        counter: 0,
      },
    })
    if (verified) return authenticationInfo
  } catch (error) {
    throw new ApiError('passkey-refused', { cause: error })
  }
  throw new ApiError('passkey-refused')
}

/**
 * Counters of synced passkeys may differ per device, so a falling one is only logged. On a key that never leaves its device it means a copy.
 * @throws ApiError `passkey-refused`
 */
function checkCounter(
  { securityLog }: Pick<Services, 'securityLog'>,
  { id, memberId, appId, mode, signCount, deviceType }: PasskeyRow,
  counted: number,
): void {
  if ((counted === 0 && signCount === 0) || counted > signCount) return
  securityLog.write('passkey-counter-fell', { appId, mode, memberId, subject: id })
  if (deviceType === 'singleDevice') throw new ApiError('passkey-refused')
}

/** In the transaction of what the proof permits. @throws ApiError `passkey-refused` for a second use of the challenge */
export async function recordUse(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { passkey, read, signCount, isBackedUp }: CheckedAssertion,
): Promise<void> {
  await spendChallenge(tx, services, read)
  // Removed after the check.
  if (!(await findPasskey(tx, passkey))) throw new ApiError('passkey-not-found')
  const lastUsedAt = services.clock.now()
  await updatePasskey(tx, passkey.id, { signCount, isBackedUp: isBackedUp ? 1 : 0, lastUsedAt })
}
