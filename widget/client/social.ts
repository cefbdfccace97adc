import type { ConnectedProviders, RenewedSession } from '../../contract/provider-answer'
import { AUTH_PROVIDER_PATH, type ProviderFlow } from '../../contract/providers'
import { opensInPage } from '../lib/browser'
import { codeOf } from '../lib/errors'
import { untilPageRestored } from '../lib/page-lifecycle'
import { isRecord, randomHex, toHex } from '../lib/values'
import type { Answered, MemberAuth, MembershipClient, ProviderParams } from '../public'
import { $app, setApp, waitUntilReady } from '../stores/app'
import { $identity, $visitSessionId, currentToken, isCurrent, refreshMember } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import { requestProof } from '../stores/modal'
import { runLeaveHook } from '../stores/pending-flow'
import { sessionData } from '../transport/session-data'
import { loggedIn } from './auth'
import { type ClientContext, returnUrlOf } from './context'
import {
  createProviderWindow,
  type Flow,
  type FlowResults,
  popupClosedError,
  type PopupResult,
} from './provider-window'

type SocialMethods = Pick<
  MembershipClient,
  'loginWithProvider' | 'signupWithProvider' | 'connectProvider' | 'disconnectProvider'
>

/** Login, sign-up and connecting with a provider. Parameters are copied, as in `authMethods`. */
export function createSocial(context: ClientContext): {
  methods: SocialMethods
  /** Proves the member by a login with a connected provider. */
  prove: (params: ProviderParams) => Promise<Answered<RenewedSession>>
  /** Closes the open window. */
  stop(): void
} {
  const { call } = context
  let created: ProviderFlows | undefined
  // Created lazily: most pages never need it.
  const flows = (): ProviderFlows => (created ??= createProviderFlows(context))
  const enter = async (kind: 'login' | 'signup', params: ProviderParams): Promise<Answered<MemberAuth>> => {
    const given = { ...params }
    context.device.method = given.provider
    const { came = kind, ...answer } = await flows().start(kind, given)
    return loggedIn(context, came, answer)
  }
  return {
    methods: {
      loginWithProvider: (params) => enter('login', params),
      signupWithProvider: (params) => enter('signup', params),
      connectProvider: (params) => changeProviders(() => afterProof(() => flows().start('connect', { ...params }))),
      disconnectProvider: (params) => changeProviders(() => call('disconnectProvider', { ...params })),
    },
    prove: (params) => flows().start('prove', params),
    stop: () => created?.stop(),
  }
}

/** Asks for a proof after the window is closed, which would cover the question, and opens it again. */
async function afterProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (refusal) {
    if (codeOf(refusal) !== 'reauthentication-required') throw refusal
    const { type } = await requestProof('createConnectTicket')
    if (type === 'CLOSED') throw refusal
    return work()
  }
}

/** Stores the new list, unless someone else logged in or out during the change. */
async function changeProviders<A extends { data: ConnectedProviders }>(change: () => Promise<A>): Promise<A> {
  const token = currentToken()
  const answer = await change()
  const { member } = $identity.get()
  const { providers } = answer.data
  if (member && isCurrent(token)) refreshMember({ ...member, auth: { ...member.auth, providers } })
  return answer
}

interface ProviderFlows {
  /** Call it during a click: browsers block any other window. */
  start<K extends ProviderFlow>(kind: K, params: ProviderParams): Promise<PopupResult<FlowResults[K]>>
  /** Closes the open window. */
  stop(): void
}

/** Provider flows, in a window or in the page. */
function createProviderFlows(context: ClientContext): ProviderFlows {
  const provider = createProviderWindow(context)
  return {
    async start(kind, { mode, signal, ...params }) {
      const began = Date.now()
      const emit = (code: string | null): void =>
        emitInspection({ kind: 'provider', flow: kind, input: params, code, tookMs: Date.now() - began })
      try {
        const flow = flowOf(context, kind, params)
        // The page that asks for a proof must stay.
        const inPage = kind !== 'prove' && (mode === 'redirect' || (mode !== 'popup' && opensInPage(context.window)))
        const left = inPage && leaveForProvider(context, flow)
        const result = await (left || provider.open(flow, signal))
        emit(null)
        return result
      } catch (error) {
        emit(isRecord(error) ? String(error['code']) : 'unknown-error')
        throw error
      }
    },
    stop: () => provider.close(),
  }
}

function flowOf<K extends ProviderFlow>(context: ClientContext, kind: K, params: object): Flow<K> {
  const { call, publicKey } = context
  return {
    kind,
    key: JSON.stringify(params),
    isUrlKnown: purposeOf(kind) === null && publicKey() !== null,
    urlWith: (more) => providerUrl(context, kind, { ...params, ...more }),
    async fetchParameters() {
      await waitUntilReady()
      if (!publicKey()) setApp((await call('getApp', {})).data)
      const purpose = purposeOf(kind)
      return purpose ? { ticket: (await call('createConnectTicket', { purpose })).data.ticket } : {}
    },
  }
}

/** Of the ticket that names the member to the window; null for flows of visitors. */
const purposeOf = (kind: ProviderFlow): 'connect' | 'prove' | null =>
  kind === 'connect' || kind === 'prove' ? kind : null

/**
 * The first URL of a flow. Its parameter names match published clients, so that one server serves both.
 * @param fields any values of the page's scripts; they can't override ours
 */
function providerUrl(context: ClientContext, kind: ProviderFlow, fields: Record<string, unknown>): string {
  const { apiUrl, appId, window, mayTrack, publicKey, inviteToken, device } = context
  const { origin, hostname, pathname } = window.location
  const { utmParams: _, ...visit } = sessionData(window, $visitSessionId.get())
  const all: Record<string, unknown> = {
    ...fields,
    appId,
    publicKey: publicKey(),
    // Only the public part: the token is too secret for a URL.
    device: purposeOf(kind) ? null : (device.token() ?? '').replace(/\..*/, ''),
    inviteToken: purposeOf(kind) ? null : inviteToken(),
    url: pathname,
    origin: hostname,
    opener_origin: origin,
    ...(mayTrack && visit),
  }
  const parameters = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  )
  return `${apiUrl}${AUTH_PROVIDER_PATH}/${kind}?${new URLSearchParams(parameters).toString()}`
}

/**
 * Replaces this page by a provider's, which returns to it (`takeUrlLogin`). Rejects if the navigation fails, else
 * never settles.
 * @returns null if the browser lacks what this needs: a window is the only way then
 */
function leaveForProvider(
  { window, saveFlow, device: { method } }: ClientContext,
  flow: Flow<ProviderFlow>,
): Promise<never> | null {
  // Available on https and localhost only.
  const subtle: SubtleCrypto | undefined = window.crypto.subtle
  const verifier = randomHex()
  const redirect = runLeaveHook()
  const pending = { verifier, fragment: window.location.hash, method, ...(redirect !== undefined && { redirect }) }
  return subtle && saveFlow(pending) ? leave(window, subtle, verifier, flow) : null
}

async function leave(window: Window, subtle: SubtleCrypto, verifier: string, flow: Flow<ProviderFlow>): Promise<never> {
  const fetched = flow.isUrlKnown ? {} : await flow.fetchParameters()
  const challenge = toHex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  const returnUrl = returnUrlOf(window.location).replace(/#.*/, '')
  const url = flow.urlWith({ ...fetched, return_url: returnUrl, challenge })
  emitInspection({ kind: 'redirect', to: url })
  window.location.assign(url)
  await untilPageRestored(window)
  throw popupClosedError()
}

/**
 * Continues a rejected password login (`use-social-login`) with the provider named in the error. If the browser blocks
 * the window, it throws the first error again, and the caller points to the provider's button.
 */
export async function continueWithProvider(
  client: MembershipClient,
  refusal: unknown,
  params: Omit<ProviderParams, 'provider'> = {},
): Promise<Answered<MemberAuth>> {
  const provider = requiredProvider(refusal)
  if (provider === null) throw refusal
  try {
    return await client.loginWithProvider({ ...params, provider })
  } catch (error) {
    throw isRecord(error) && error['code'] === 'popup-blocked' ? refusal : error
  }
}

/** The provider named by a rejected login; null for any other error. */
export function requiredProvider(refusal: unknown): string | null {
  const { code, provider } = isRecord(refusal) ? refusal : {}
  return code === 'use-social-login' && typeof provider === 'string' ? provider : null
}

/** Display name of a provider. */
export const providerName = (key: string): string =>
  $app.get()?.authProviders.find(({ provider }) => provider === key)?.name ?? key
