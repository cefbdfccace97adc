import type { Answered, MemberAuth, MembershipClient } from '../public'
import type { AuthOptions } from '../public/auth'
import type { PasskeyOffer, SecondFactorClient } from '../public/passkeys'
import { passkeyCanceled } from '../../contract/browser-errors'
import { codeOf } from '../lib/errors'
import { untilPageRestored } from '../lib/page-lifecycle'
import { noteSiteLogin } from '../storage/pending'
import { $member } from '../stores/identity'
import { noAnswer } from '../transport/membership-error'
import { loggedIn } from './auth'
import { SITE_LOGIN } from './login-from-url'
import { type ClientContext, forwardCall } from './context'
import { canAutofill, createPasskey, forgetPasskey, passkeySite, signWithPasskey } from './passkey-ceremony'

type PasskeyMethods = Pick<MembershipClient, keyof SecondFactorClient>

/** Passkeys and the second step. The code of the ceremonies is evaluated at the first use. */
export function passkeyMethods(context: ClientContext): PasskeyMethods {
  const { call, device } = context
  const forward = forwardCall(call)
  return {
    loginMemberPasskey: async (options) => {
      endOffer()
      const site = await passkeySite()
      if (site !== null) return leaveForSite(context.window, site)
      return enterWith(context, await signChallenge(context, options), options)
    },
    async addMemberPasskey(params, options) {
      endOffer()
      const { data } = await call('getPasskeyOptions', {}, options)
      const credential = await createPasskey(data, { signal: options?.signal })
      return call('addPasskey', { ...params, credential }, options)
    },
    getMemberPasskeys: async (options) => call('getPasskeys', {}, options),
    renameMemberPasskey: forward('renamePasskey'),
    async removeMemberPasskey(params, options) {
      const { data, ...rest } = await call('removePasskey', { ...params }, options)
      forgetPasskey(data.rpId, data.credentialId)
      return { ...rest, data: { id: data.id } }
    },
    async completeMemberSecondFactor(params, options) {
      const { code, ...step } = { ...params }
      const sent = { ...step, device: device.token() }
      if (code !== undefined)
        return loggedIn(context, 'login', await call('completeSecondFactor', { ...sent, code }, options))
      endOffer()
      const { credential } = await signChallenge(context, options)
      return loggedIn(context, 'login', await call('completeSecondFactor', { ...sent, credential }, options))
    },
    async setUpMemberSecondFactor(params, options) {
      const answer = await call('setUpSecondFactor', { ...params, device: device.token() }, options)
      const { login } = answer.data
      if (!login) return answer
      return { ...answer, data: { ...answer.data, login: loggedIn(context, 'login', { data: login }).data } }
    },
    requestMemberRecovery: async (params, options) => call('requestSecondFactorRecovery', { ...params }, options),
    cancelMemberRecovery: async (options) => call('cancelSecondFactorRecovery', {}, options),
    getMemberSignIn: async (options) => call('getMemberSignIn', {}, options),
    startMemberTotp: async (options) => call('startTotp', {}, options),
    confirmMemberTotp: async (params, options) => call('confirmTotp', { ...params }, options),
    removeMemberTotp: async (options) => call('removeTotp', {}, options),
    createMemberRecoveryCodes: async (options) => call('createRecoveryCodes', {}, options),
    _offerPasskeys: (field, options) => offerPasskeys(context, field, options),
  }
}

/** Logs in on the domain of the passkeys, which returns with a ticket (`logInForSite`). */
async function leaveForSite(window: Window, site: string): Promise<never> {
  noteSiteLogin(window)
  const { origin, pathname } = window.location
  window.location.assign(`https://${site}/#ms-auth=${SITE_LOGIN}${encodeURIComponent(origin + pathname)}`)
  await untilPageRestored(window)
  throw noAnswer(passkeyCanceled)
}

type SignedChallenge = Awaited<ReturnType<typeof signChallenge>>

/** Fetches a challenge and signs it with a passkey of the device. */
async function signChallenge(
  { call }: ClientContext,
  options: { signal?: AbortSignal | undefined } = {},
  isConditional = false,
) {
  const { data } = await call('getPasskeyLoginOptions', {}, options)
  return { rpId: data.rpId, credential: await signWithPasskey(data, { signal: options.signal, isConditional }) }
}

async function enterWith(
  context: ClientContext,
  { rpId, credential }: SignedChallenge,
  options?: AuthOptions,
): Promise<Answered<MemberAuth>> {
  const { call, device } = context
  device.method = 'passkey'
  try {
    const sent = { credential, device: device.token(), ...(options && { options: { ...options, signal: undefined } }) }
    return loggedIn(context, 'login', await call('passkeyLogin', sent, options))
  } catch (error) {
    if (codeOf(error) === 'passkey-not-found') forgetPasskey(rpId, credential.id)
    throw error
  }
}

/** A challenge lives for ten minutes. */
const RENEW_AFTER_MS = 8 * 60_000

let current: AbortController | undefined

/** A page has one ceremony at a time: a click on a button ends the one of the autofill. */
function endOffer(): void {
  current?.abort()
  current = undefined
}

/**
 * Adds `webauthn` to the field's `autocomplete`, which must be its last word, and waits in the browser's autofill. The
 * challenge is fetched when the page is idle, and again at a focus after eight minutes.
 */
function offerPasskeys(
  context: ClientContext,
  field: HTMLInputElement,
  { signal, onLogin, onError }: PasskeyOffer,
): void {
  const words = (field.getAttribute('autocomplete') ?? 'username').trim().split(/\s+/)
  // The page's author does not want the browser to fill it.
  if (words.includes('off')) return
  if (!words.includes('webauthn')) field.setAttribute('autocomplete', [...words, 'webauthn'].join(' '))
  let askedAt = -Infinity
  const ask = async (): Promise<void> => {
    if (signal.aborted || $member.get() || !(await canAutofill()) || (await passkeySite()) !== null) return
    endOffer()
    const mine = (current = new AbortController())
    signal.addEventListener('abort', () => mine.abort(), { once: true, signal: mine.signal })
    askedAt = Date.now()
    try {
      const signed = await signChallenge(context, { signal: mine.signal }, true)
      onLogin(await enterWith(context, signed, { includeContentGroups: true }))
    } catch (error) {
      // Aborted, dismissed, or not offered here: the form works without it.
      if (/^passkey-(not-found|refused)$/.test(codeOf(error))) onError?.(error)
    }
  }
  const start = (): void => void ask()
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 2_000 })
  else setTimeout(start, 200)
  field.addEventListener('focus', () => void (Date.now() - askedAt > RENEW_AFTER_MS && ask()), { signal })
}
