import type { ConnectedProviders } from '../../contract/provider-answer'
import { AUTH_PROVIDER_PATH, type ProviderFlow } from '../../contract/providers'
import { opensInPage } from '../lib/browser'
import { untilPageRestored } from '../lib/page-lifecycle'
import { isRecord, randomHex, toHex } from '../lib/values'
import type { Answered, MemberAuth, MembershipClient, ProviderParams } from '../public'
import { $app, setApp, waitUntilReady } from '../stores/app'
import { $identity, $visitSessionId, currentToken, refreshMember } from '../stores/identity'
import { emitInspection } from '../stores/inspection'
import { runLeaveHook } from '../stores/pending-flow'
import { sessionData } from '../transport/session-data'
import { loggedIn } from './auth'
import { type ClientContext, returnUrlOf } from './context'
import { isCurrent } from './member'
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

/** Logging in, signing up and connecting with an account at a provider. Parameters are copied, as in `authMethods`. */
export function createSocial(context: ClientContext): {
  methods: SocialMethods
  /** Closes the window that is open. */
  stop(): void
} {
  const { call } = context
  let created: ProviderFlows | undefined
  // Created at the first use: most pages never need it.
  const flows = (): ProviderFlows => (created ??= createProviderFlows(context))
  const enter = async (kind: 'login' | 'signup', params: ProviderParams): Promise<Answered<MemberAuth>> => {
    const { came = kind, ...answer } = await flows().start(kind, { ...params })
    return loggedIn(context, came, answer)
  }
  return {
    methods: {
      loginWithProvider: (params) => enter('login', params),
      signupWithProvider: (params) => enter('signup', params),
      connectProvider: (params) => changeProviders(() => flows().start('connect', { ...params })),
      disconnectProvider: (params) => changeProviders(() => call('disconnectProvider', { ...params })),
    },
    stop: () => created?.stop(),
  }
}

/** Stores the new list, unless somebody else logged in or out during the change. */
async function changeProviders<A extends { data: ConnectedProviders }>(change: () => Promise<A>): Promise<A> {
  const token = currentToken()
  const answer = await change()
  const { member } = $identity.get()
  const { providers } = answer.data
  if (member && isCurrent(token)) refreshMember({ ...member, auth: { ...member.auth, providers } })
  return answer
}

interface ProviderFlows {
  /** Call it in the task of a click: browsers block any other window. */
  start<K extends ProviderFlow>(kind: K, params: ProviderParams): Promise<PopupResult<FlowResults[K]>>
  /** Closes the window that is open. */
  stop(): void
}

/** Flows with a provider: in a window, or on the provider's page in place of this one. */
function createProviderFlows(context: ClientContext): ProviderFlows {
  const provider = createProviderWindow(context)
  return {
    async start(kind, { mode, signal, ...params }) {
      const began = Date.now()
      const emit = (code: string | null): void =>
        emitInspection({ kind: 'provider', flow: kind, input: params, code, tookMs: Date.now() - began })
      try {
        const flow = flowOf(context, kind, params)
        const inPage = mode === 'redirect' || (mode !== 'popup' && opensInPage(context.window))
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
    isUrlKnown: kind !== 'connect' && publicKey() !== null,
    urlWith: (more) => providerUrl(context, kind, { ...params, ...more }),
    async fetchParameters() {
      await waitUntilReady()
      if (!publicKey()) setApp((await call('getApp', {})).data)
      return kind === 'connect' ? { ticket: (await call('createConnectTicket', {})).data.ticket } : {}
    },
  }
}

/**
 * The first URL of a flow. Parameters are named as in published clients, so that one server serves both.
 *  fields anything that a page's script has passed; they override none of ours
 */
function providerUrl(context: ClientContext, kind: ProviderFlow, fields: Record<string, unknown>): string {
  const { apiUrl, appId, window, mayTrack, publicKey, inviteToken, device } = context
  const { origin, hostname, pathname } = window.location
  const { utmParams: _, ...visit } = sessionData(window, $visitSessionId.get())
  const all: Record<string, unknown> = {
    ...fields,
    appId,
    publicKey: publicKey(),
    // The public part alone: the token is too secret for a URL.
    device: kind === 'connect' ? null : (device.token() ?? '').replace(/\..*/, ''),
    inviteToken: kind === 'connect' ? null : inviteToken(),
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
 * Replaces this page by a provider's, which comes back to it (`takeProviderReturn`). Rejects where the navigation fails,
 * and never settles otherwise.
 * @returns null where the browser lacks what this needs: then only a window is left
 */
function leaveForProvider({ window, saveFlow }: ClientContext, flow: Flow<ProviderFlow>): Promise<never> | null {
  // Browsers have it on https and on localhost only.
  const subtle: SubtleCrypto | undefined = window.crypto.subtle
  const verifier = randomHex()
  const redirect = runLeaveHook()
  const pending = { verifier, fragment: window.location.hash, ...(redirect !== undefined && { redirect }) }
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
 * Continues a refused password login of an account without password (`use-social-login`) with the provider that the
 * error names. The browser may block its window, so long after the click: then the first error is thrown again, and its
 * caller names the button to press.
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

/** The key of the provider that a refused login names; null for any other error. */
export function requiredProvider(refusal: unknown): string | null {
  const { code, provider } = isRecord(refusal) ? refusal : {}
  return code === 'use-social-login' && typeof provider === 'string' ? provider : null
}

/** The provider's name for people. */
export const providerName = (key: string): string =>
  $app.get()?.authProviders.find(({ provider }) => provider === key)?.name ?? key
