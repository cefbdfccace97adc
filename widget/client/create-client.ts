import { codeOf, reportProblem } from '../lib/errors'
import type { MembershipEndpointName } from '../../contract/endpoints/membership'
import type { Answer, Call } from '../../contract/schemas'
import { isRecord } from '../lib/values'
import type { Member, MembershipClient, ModalResult, ScreenMap, ScreenName } from '../public'
import { readPasswordLogin } from '../storage/passkey-offer'
import { $app, waitUntilReady } from '../stores/app'
import { showMessage, startLoading } from '../stores/feedback'
import { $authChange, $visitSessionId, currentToken, endSession, isCurrent } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import { hideModal, hideProof, requestModal, requestProof, warmModals } from '../stores/modal'
import { type CallEndpoint, type CallOptions, createCall } from '../transport/call'
import { appMethods, readAppAndMember, trackingMethods } from './app'
import { authMethods } from './auth'
import { contentMethods } from './content'
import type { ClientContext } from './context'
import { memberMethods, sessionMethods } from './member'
import { passkeyMethods } from './passkeys'
import { planMethods, teamMethods } from './plans'
import { offerPasskey } from './passkey-offer'
import { createSocial } from './social'

export interface ClientSettings extends Omit<ClientContext, 'publicKey' | 'call'> {
  /** The key on the install tag; null without one. */
  publicKey: string | null
  fetch: typeof globalThis.fetch
  /** Also called by `destroy`. */
  onDestroy(): void
}

export interface CreatedClient {
  client: MembershipClient
  /**
   * The first call of the page; queued calls wait for it.
   * @param enter logs in first; its calls don't wait
   */
  readFirstAnswer: (enter?: Enter) => Promise<unknown>
}

/** Never rejects. */
export type Enter = (context: ClientContext, call: CallEndpoint) => Promise<unknown>

/** Creates the global object and its client. */
export function createClient(settings: ClientSettings): CreatedClient {
  const publicKey = (): string | null => settings.publicKey ?? $app.get()?.publicKey ?? null
  const callNow = tracedCall(connect(settings, publicKey))
  const call: CallEndpoint = async (name, input, options) => {
    await waitUntilReady()
    return provenCall(callNow, name, input, options)
  }
  const context: ClientContext = { ...settings, publicKey, call }
  const authChange = createAuthChange()
  const social = createSocial(context)
  const plans = planMethods(context)
  const client: MembershipClient = {
    ...appMethods(context),
    ...authMethods(context),
    ...memberMethods(context),
    ...sessionMethods(context, social.prove),
    ...contentMethods(context),
    ...passkeyMethods(context),
    ...plans,
    ...social.methods,
    ...teamMethods(context),
    ...trackingMethods(context),
    ...loaderMethods(),
    ...modalMethods,
    openModal: openAndBuy(plans),
    _showMessage: showMessage,
    onAuthChange: authChange.onAuthChange,
    destroy() {
      authChange.stop()
      social.stop()
      settings.onDestroy()
    },
  }
  return {
    client,
    async readFirstAnswer(enter) {
      await enter?.(context, callNow)
      const answer = await readAppAndMember(context, callNow, true)
      // The login before may have left its page.
      if (readPasswordLogin(settings.window) !== null) void offerPasskey(context)
      return answer
    },
  }
}

const connect = ({ window, apiUrl, appId, fetch }: ClientSettings, publicKey: () => string | null): CallEndpoint =>
  createCall({
    apiUrl,
    appId,
    fetch,
    publicKey,
    token: currentToken,
    visitSessionId: () => $visitSessionId.get(),
    pagePath: () => window.location.pathname,
    isOffline: () => !window.navigator.onLine,
    onDeadToken(token) {
      if (token === currentToken()) endSession()
    },
  })

/** Emits an inspection event after each call. */
const tracedCall =
  (call: CallEndpoint): CallEndpoint =>
  async (name, input, options) => {
    const began = Date.now()
    const emit = (status: number, code: string | null): void =>
      emitInspection({ kind: 'call', name, input, status, code, tookMs: Date.now() - began })
    try {
      const answer = await call(name, input, options)
      emit(200, null)
      return answer
    } catch (error) {
      const { statusCode, code } = isRecord(error) ? error : {}
      emit(Number(statusCode) || 0, String(code))
      throw error
    }
  }

/**
 * Makes a call. If the server wants a proof, asks the member over whatever is open, and repeats the call once.
 * @throws the refusal, if the person closes the question
 */
async function provenCall<K extends MembershipEndpointName>(
  call: CallEndpoint,
  name: K,
  input: Call<K>,
  options?: CallOptions,
): Promise<Answer<K>> {
  const token = options?.token
  try {
    return await call(name, input, options)
  } catch (refusal) {
    const isOwn = token === undefined || isCurrent(token)
    const isAsked = codeOf(refusal) === 'reauthentication-required' && !asksItself.has(name) && options?.asks !== false
    if (!isAsked || !isOwn) throw refusal
    options?.signal?.addEventListener('abort', hideProof)
    const result = await requestProof(name)
    options?.signal?.removeEventListener('abort', hideProof)
    if (result.type === 'CLOSED') throw refusal
    return call(name, input, { ...options, token: currentToken() })
  }
}

/** The proof itself, and a call that opened a window in front of the question. */
const asksItself: ReadonlySet<string> = new Set(['reauthenticate', 'createConnectTicket'])

/** `openModal`, then the checkout of a `priceId` among its parameters for someone who logged in or joined. */
const openAndBuy =
  ({ purchasePlansWithCheckout }: Pick<MembershipClient, 'purchasePlansWithCheckout'>): ModalMethods['openModal'] =>
  async (name, params) => {
    const { priceId, onSuccess } = readOpening(name, params)
    if (onSuccess) reportProblem('warn', 'openModal ignores onSuccess. It returns a promise.')
    const result = await openModal(name, params)
    const isIn = result.type === 'LOGIN' || result.type === 'SIGNUP'
    if (isIn && typeof priceId === 'string') await purchasePlansWithCheckout({ priceId })
    return result
  }

/** Calls the page's callbacks after every login and logout, also in other tabs. */
export function createAuthChange(): Pick<MembershipClient, 'onAuthChange'> & { stop(): void } {
  const callbacks = new Set<{ run: (member: Member | null) => void }>()
  const notify = (run: (member: Member | null) => void, member: Member | null): void => {
    try {
      run(member && withSelfReference(member))
    } catch (error) {
      reportProblem('error', 'A callback of onAuthChange failed.', error)
    }
  }
  const stop = $authChange.listen((change) => {
    for (const { run } of Array.from(callbacks)) if (change) notify(run, change.member)
  })
  return {
    onAuthChange(run) {
      const entry = { run }
      callbacks.add(entry)
      return { unsubscribe: () => callbacks.delete(entry) }
    },
    stop() {
      stop()
      callbacks.clear()
    },
  }
}

/** Supports both `callback(member)` and `callback({ member })`. */
function withSelfReference(member: Member): Member {
  const copy = { ...member }
  return Object.defineProperty(copy, 'member', { value: copy, enumerable: false })
}

/** Lets the page show its own loader: one `_hideLoader` ends any number of `_showLoader`. */
export function loaderMethods(): Pick<MembershipClient, '_showLoader' | '_hideLoader'> {
  let end: (() => void) | undefined
  return {
    _showLoader: () => void (end ??= startLoading()),
    _hideLoader() {
      end?.()
      end = undefined
    },
  }
}

type ModalMethods = Pick<MembershipClient, 'openModal' | 'hideModal' | 'preloadModals'>

/** The modal host shows what the store requests. */
export const modalMethods: ModalMethods = {
  openModal,
  hideModal,
  preloadModals: async (name) => warmModals(name),
}

async function openModal<K extends ScreenName>(name: K | 'INSPECTOR', params: ScreenMap[K] = {}): Promise<ModalResult> {
  const { type, priceId: _bought, ...others } = readOpening(name, params)
  const written = String(type)
  const screen = written.toUpperCase().replaceAll('-', '_')
  if (screen === 'INSPECTOR') {
    emitInspection({ kind: 'inspector-wanted' })
    return { type: 'CLOSED' }
  }
  return requestModal(screen, others, written)
}

/**
 * Pages also write `login` and `forgot-password`, pass the name within an object, one plan or several as `planId` and a
 * price as `priceId`, and may pass any parameters, even null.
 */
function readOpening(name: unknown, params?: unknown): Record<string, unknown> {
  const opening = { ...(isRecord(params) && params), ...(isRecord(name) ? name : { type: name }) }
  const { planId, ...others } = opening
  const plans = [planId].flat().filter((id) => typeof id === 'string')
  return plans.length === 0 || 'signup' in others ? others : { ...others, signup: { plans } }
}
