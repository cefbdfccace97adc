import { PASSKEY_CHALLENGE_LIFETIME_MINUTES, PASSKEYS_PER_MEMBER_MAX } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError, UniqueConstraintError } from '../../lib/errors'
import { hasOtherLoginMethod } from '../accounts/sign-in-limits'
import { lockProvenCaller, requireProof } from '../accounts/step-up'
import type { RequestFor, AppMember } from '../members/context'
import type { MemberRow } from '../members/repository'
import { findSession } from '../members/repository-sessions'
import {
  ALGORITHMS,
  issueChallenge,
  loadLibrary,
  readClientData,
  requireRelyingParty,
  scopeOf,
  spendChallenge,
} from './ceremony'
import type { ReadChallenge } from './ceremony'
import type { RelyingParty } from '../apps/relying-party'
import { deletePasskey, ensureUserHandle, insertPasskey, listPasskeys, renamePasskeyOf } from './repository'
import type { PasskeyRow } from './repository'

type MemberRequest = RequestFor<'addPasskey'>

/**
 * The options for `navigator.credentials.create`. The user handle is random, so an authenticator stores nothing about the person but the name
 * that it shows.
 * @throws ApiError `reauthentication-required`, `email-not-verified`, `passkey-limit-reached`, `login-method-disabled`,
 * `too-many-requests`
 */
export async function getPasskeyOptions(
  services: Pick<Services, 'store' | 'clock' | 'secrets' | 'rateLimiter'>,
  request: RequestFor<'getPasskeyOptions'>,
): Promise<Answer<'getPasskeyOptions'>> {
  const { store, secrets, rateLimiter } = services
  const { app, mode, member } = request
  await rateLimiter.take('passkeyChangesPerAccount', member.id)
  const party = await requireRelyingParty(request)
  await requireProven(services, request)
  const known = await listPasskeys(store, member.id)
  if (known.length >= PASSKEYS_PER_MEMBER_MAX) throw new ApiError('passkey-limit-reached')
  const candidate = { memberId: member.id, appId: app.id, mode, handle: secrets.sessionToken() }
  const handle = await ensureUserHandle(store, candidate)
  const scope = scopeOf(request, party, { purpose: 'add', memberId: member.id })
  return {
    data: {
      challenge: await issueChallenge(services, scope),
      rp: { id: party.rpId, name: app.name },
      user: { id: handle, name: member.email, displayName: member.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: PASSKEY_CHALLENGE_LIFETIME_MINUTES * 60_000,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: known
        .filter(({ rpId }) => rpId === party.rpId)
        .map(({ credentialId, transports }) => {
          return { id: credentialId, type: 'public-key' as const, transports: JSON.parse(transports) }
        }),
    },
  }
}

/**
 * @throws ApiError `reauthentication-required`, `email-not-verified`, `passkey-refused`, `passkey-limit-reached`, `login-method-disabled`,
 * `too-many-requests`
 */
export async function addPasskey(
  services: Pick<Services, 'store' | 'clock' | 'secrets' | 'rateLimiter'>,
  request: MemberRequest,
  input: Input<'addPasskey'>,
): Promise<Answer<'addPasskey'>> {
  const { store, rateLimiter } = services
  const { member } = request
  await rateLimiter.take('passkeyChangesPerAccount', member.id)
  const party = await requireRelyingParty(request)
  await requireProven(services, request)
  const scope = scopeOf(request, party, { purpose: 'add', memberId: member.id })
  const read = await readClientData(services, input.credential.response.clientDataJSON, 'webauthn.create', scope)
  const created = await verifyCreation(input, party, read)
  const row = await store.transaction(async (tx) => {
    const { current, session } = await lockProvenCaller(tx, services, request)
    if (!current.verified) throw new ApiError('email-not-verified')
    await spendChallenge(tx, services, read)
    const known = await listPasskeys(tx, current.id)
    if (known.length >= PASSKEYS_PER_MEMBER_MAX) throw new ApiError('passkey-limit-reached')
    const deviceId = (await findSession(tx, session, services.clock.now()))?.deviceId ?? null
    const names = known.map(({ name }) => name)
    const added = toRow(services, current, { ...created, rpId: party.rpId, deviceId, name: input.name, names })
    await insertNew(tx, added)
    await tx.changes.memberEvent(current.id, 'member.passkey.added', { passkeyId: added.id, name: added.name })
    return added
  })
  return { data: toPasskey(row) }
}

export async function getPasskeys(
  { store }: Pick<Services, 'store'>,
  { member }: RequestFor<'getPasskeys'>,
): Promise<Answer<'getPasskeys'>> {
  return { data: { passkeys: (await listPasskeys(store, member.id)).map(toPasskey) } }
}

/** @throws ApiError `passkey-not-found` */
export async function renamePasskey(
  { store }: Pick<Services, 'store'>,
  { member }: RequestFor<'renamePasskey'>,
  { passkeyId, name }: Input<'renamePasskey'>,
): Promise<Answer<'renamePasskey'>> {
  const row = await renamePasskeyOf(store, member.id, passkeyId, name)
  if (!row) throw noPasskey()
  return { data: toPasskey(row) }
}

/** Sessions stay. @throws ApiError `reauthentication-required`, `passkey-not-found`, `last-login-method`, `too-many-requests` */
export async function removePasskey(
  services: Pick<Services, 'store' | 'clock' | 'rateLimiter' | 'socialProviders'>,
  request: RequestFor<'removePasskey'>,
  { passkeyId }: Input<'removePasskey'>,
): Promise<Answer<'removePasskey'>> {
  await services.rateLimiter.take('passkeyChangesPerAccount', request.member.id)
  const { rpId, credentialId } = await services.store.transaction(async (tx) => {
    // Locks the member: of two passkeys removed at once, the second finds itself the last.
    const { current } = await lockProvenCaller(tx, services, request)
    return dropPasskey(tx, services, { app: request.app, member: current }, passkeyId)
  })
  return { data: { id: passkeyId, rpId, credentialId } }
}

/** @throws ApiError `passkey-not-found`, `last-login-method` */
export async function dropPasskey(
  tx: Tx,
  services: Pick<Services, 'socialProviders'>,
  { app, member }: AppMember,
  passkeyId: string,
): Promise<PasskeyRow> {
  const all = await listPasskeys(tx, member.id)
  const row = all.find(({ id }) => id === passkeyId)
  if (!row) throw noPasskey()
  if (all.length === 1 && !(await hasOtherLoginMethod(tx, services, { app, member }, null)))
    throw new ApiError('last-login-method')
  await deletePasskey(tx, member.id, passkeyId)
  await tx.changes.memberEvent(member.id, 'member.passkey.removed', { passkeyId, name: row.name })
  return row
}

/** Not 401: the caller is logged in. */
const noPasskey = (): ApiError => new ApiError('not-found', { message: 'This passkey does not exist.' })

/** @throws ApiError `reauthentication-required`, `email-not-verified`: a stranger with an unproven account must not prepare a way in */
async function requireProven(services: Pick<Services, 'store' | 'clock'>, request: MemberRequest): Promise<void> {
  if (!request.member.verified) throw new ApiError('email-not-verified')
  await requireProof(services.store, services, request)
}

interface Created extends Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'signCount' | 'deviceType' | 'aaguid'> {
  algorithm: number
  isBackedUp: boolean
  transports: readonly string[]
}

/** @throws ApiError `passkey-refused` */
async function verifyCreation(
  { credential }: Input<'addPasskey'>,
  { rpId, origin }: RelyingParty & { origin: string },
  { challenge }: ReadChallenge,
): Promise<Created> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { decodeCredentialPublicKey, cose } = await import('@simplewebauthn/server/helpers')
  const { transports = [], ...response } = credential.response
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!info || info.credential.id !== credential.id) throw new Error('The credential has another ID.')
    return {
      credentialId: info.credential.id,
      publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
      algorithm: Number(decodeCredentialPublicKey(info.credential.publicKey).get(cose.COSEKEYS.alg)),
      signCount: info.credential.counter,
      deviceType: info.credentialDeviceType,
      isBackedUp: info.credentialBackedUp,
      aaguid: info.aaguid,
      transports: transports.filter((name) => TRANSPORTS.has(name)),
    }
  } catch (error) {
    throw new ApiError('passkey-refused', { cause: error })
  }
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

function toRow(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id: memberId, appId, mode }: MemberRow,
  created: Created & { rpId: string; deviceId: string | null; name: string | undefined; names: readonly string[] },
): PasskeyRow {
  const { names, name, isBackedUp, transports, ...rest } = created
  return {
    id: secrets.id('psk'),
    memberId,
    appId,
    mode,
    ...rest,
    transports: JSON.stringify(transports),
    isBackedUp: isBackedUp ? 1 : 0,
    name: name ?? nameOf(created.aaguid, names),
    createdAt: clock.now(),
    lastUsedAt: null,
  }
}

async function insertNew(tx: Tx, row: PasskeyRow): Promise<void> {
  try {
    await insertPasskey(tx, row)
  } catch (error) {
    // An authenticator ignored `excludeCredentials`.
    if (error instanceof UniqueConstraintError) throw new ApiError('passkey-refused', { cause: error })
    throw error
  }
}

export const toPasskey = (row: PasskeyRow): Answer<'renamePasskey'>['data'] => ({
  id: row.id,
  name: row.name,
  rpId: row.rpId,
  isSynced: row.deviceType === 'multiDevice' && row.isBackedUp === 1,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
})

/** Names of authenticators by AAGUID (https://github.com/passkeydeveloper/passkey-authenticator-aaguids). */
const authenticators: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
}

/** Numbered, if the member has another of that name. */
function nameOf(aaguid: string, taken: readonly string[]): string {
  const name = authenticators[aaguid] ?? 'Passkey'
  if (!taken.includes(name)) return name
  for (let number = 2; ; number += 1) if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`
}
