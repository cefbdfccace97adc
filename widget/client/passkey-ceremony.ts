/** Loaded on first use: no page evaluates it before a passkey is offered or used. */
import { fromBase64url, toBase64url } from '../../contract/base64url'
import {
  passkeyAlreadyAdded,
  passkeyCanceled,
  passkeysNotSupported,
  requestAborted,
} from '../../contract/browser-errors'
import type { Answer, Call } from '../../contract/schemas'
import { tryOrUndefined } from '../lib/errors'
import { isRecord } from '../lib/values'
import { $app } from '../stores/app'
import { noAnswer } from '../transport/membership-error'

type Asked = Answer<'getPasskeyLoginOptions'>['data']
type Assertion = Call<'passkeyLogin'>['credential']
type Creation = Call<'addPasskey'>['credential']

interface CeremonyOptions {
  signal?: AbortSignal | undefined
  /** In the browser's autofill, without a dialog. */
  isConditional?: boolean
}

/** @throws MembershipError `passkey-canceled`, `passkeys-not-supported`, `request-aborted` */
export async function signWithPasskey(asked: Asked, options: CeremonyOptions = {}): Promise<Assertion> {
  const { response, ...named } = await ceremony(options, isAssertion, (signal) =>
    navigator.credentials.get({
      ...(options.isConditional === true && { mediation: 'conditional' }),
      publicKey: { ...asked, challenge: fromBase64url(asked.challenge) },
      signal,
    }),
  )
  return {
    ...named,
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      authenticatorData: toBase64url(response.authenticatorData),
      signature: toBase64url(response.signature),
      userHandle: response.userHandle && toBase64url(response.userHandle),
    },
  }
}

/** @throws MembershipError `passkey-already-added`, and those of `signWithPasskey` */
export async function createPasskey(
  asked: Answer<'getPasskeyOptions'>['data'],
  options: CeremonyOptions = {},
): Promise<Creation> {
  const publicKey = {
    ...asked,
    challenge: fromBase64url(asked.challenge),
    user: { ...asked.user, id: fromBase64url(asked.user.id) },
    excludeCredentials: asked.excludeCredentials.map(({ id, type, transports }) => {
      return { id: fromBase64url(id), type, transports: transports.filter(isTransport) }
    }),
  }
  const { response, ...named } = await ceremony(options, isAttestation, (signal) =>
    navigator.credentials.create({
      ...(options.isConditional === true && { mediation: 'conditional' }),
      publicKey,
      signal,
    }),
  )
  return {
    ...named,
    response: {
      clientDataJSON: toBase64url(response.clientDataJSON),
      attestationObject: toBase64url(response.attestationObject),
      transports: 'getTransports' in response ? response.getTransports() : [],
    },
  }
}

// Extensions return objects of their own, so these ask for members instead of classes.
const isPublicKey = (credential: Credential | null): credential is PublicKeyCredential =>
  credential?.type === 'public-key'
const isAssertion = (response: AuthenticatorResponse): response is AuthenticatorAssertionResponse =>
  'signature' in response
const isAttestation = (response: AuthenticatorResponse): response is AuthenticatorAttestationResponse =>
  'attestationObject' in response

/** Browsers ignore names that they do not know. */
const isTransport = (name: string): name is AuthenticatorTransport => name !== ''

let running: { abort: AbortController; isConditional: boolean } | undefined

/** A page has one ceremony at a time: another one ends it. That of the autofill does not end one that a person began. */
async function ceremony<T extends AuthenticatorResponse>(
  { signal, isConditional = false }: CeremonyOptions,
  isWanted: (response: AuthenticatorResponse) => response is T,
  run: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<{ id: string; rawId: string; type: 'public-key'; response: T }> {
  if (!('PublicKeyCredential' in globalThis)) throw noAnswer(passkeysNotSupported)
  if (signal?.aborted) throw noAnswer(requestAborted)
  if (isConditional && running?.isConditional === false) throw noAnswer(passkeyCanceled)
  running?.abort.abort()
  const mine = { abort: new AbortController(), isConditional }
  running = mine
  const cancel = (): void => mine.abort.abort()
  signal?.addEventListener('abort', cancel)
  try {
    const credential = await run(mine.abort.signal)
    if (!isPublicKey(credential) || !isWanted(credential.response)) throw new Error('The browser returned no passkey.')
    const { id, rawId, response } = credential
    return { id, rawId: toBase64url(rawId), type: 'public-key', response }
  } catch (error) {
    if (signal?.aborted) throw noAnswer(requestAborted)
    throw noAnswer(isKnownHere(error) ? passkeyAlreadyAdded : passkeyCanceled)
  } finally {
    signal?.removeEventListener('abort', cancel)
    if (running === mine) running = undefined
  }
}

const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** Whether the browser can show passkeys in an email field. */
export async function canAutofill(): Promise<boolean> {
  const credential: unknown = Reflect.get(globalThis, 'PublicKeyCredential')
  if (typeof credential !== 'function') return false
  const ask: unknown = Reflect.get(credential, 'isConditionalMediationAvailable')
  return typeof ask === 'function' && (await Promise.resolve(ask.call(credential)).catch(() => false)) === true
}

/** Whether the browser may create a passkey without a question, after it filled in the password. */
export const canCreateQuietly = (): Promise<boolean> => hasCapability('conditionalCreate')

/**
 * The domain of the app's passkeys, if this page is on another one and the browser supports no related origins: the login
 * then happens there. Null otherwise.
 */
export async function passkeySite(): Promise<string | null> {
  const site = $app.get()?.additionalAuthMethods.passkey?.site
  return site === undefined || (await hasCapability('relatedOrigins')) ? null : site
}

/** Browsers that cannot say so don't have it. */
async function hasCapability(name: string): Promise<boolean> {
  const credential: unknown = Reflect.get(globalThis, 'PublicKeyCredential')
  if (typeof credential !== 'function') return false
  const ask: unknown = Reflect.get(credential, 'getClientCapabilities')
  if (typeof ask !== 'function') return false
  const known: unknown = await Promise.resolve(ask.call(credential)).catch(() => null)
  return isRecord(known) && known[name] === true
}

/** Tells the browser that the server has no such passkey, so that it no longer offers it. */
export function forgetPasskey(rpId: string, credentialId: string): void {
  const credential: unknown = Reflect.get(globalThis, 'PublicKeyCredential')
  if (typeof credential !== 'function') return
  const signal: unknown = Reflect.get(credential, 'signalUnknownCredential')
  if (typeof signal !== 'function') return
  tryOrUndefined(() => void Promise.resolve(signal.call(credential, { rpId, credentialId })).catch(() => {}))
}
