import { html } from 'hono/html'
import { PROVIDER_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { ProviderFlow } from '../../../contract/providers'
import { ApiError, toApiError } from '../../lib/errors'
import { reasonOf } from '../../domain/payments/reason-of'
import { readCookie, withCookie, writeCookie } from '../../pages/cookie'
import { layout } from '../../pages/layout'
import type { Page, PageRequest } from '../../pages/page'
import { redirectTo } from '../../pages/redirect-to'
import type { Services } from '../../ports/services'
import { answerPage, problemPage } from './answer-page'
import { beginFlow, findConnectCaller } from './begin-flow'
import type { FlowRequest } from './begin-flow'
import { finishFlow } from './finish-flow'
import type { FlowEnd } from './finish-flow'
import { findOpener, parseFlowRequest, readReturn } from './opener'
import type { Opener } from './opener'

const OPENER_STATE_MAX_CHARS = 128

type Return = ReturnType<typeof readReturn>

/** The first page of a window or a full-page flow: redirects to the provider, or reports an error to the page that asked. */
export const startPage =
  (flow: ProviderFlow): Page =>
  async (services, request) => {
    if (request.isSpeculative) return notOpenedYet()
    try {
      const opener = await findOpener(services, request)
      if (!opener) return await unknownOpener()
      const back = readReturn(request.url.searchParams, opener.origin)
      return await begin(services, request, flow, opener, back).catch((thrown: unknown) =>
        refuse(services, request, opener, back, thrown),
      )
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
      throw thrown
    }
  }

async function begin(
  services: Services,
  { url, address }: PageRequest,
  flow: ProviderFlow,
  opener: Opener,
  back: Return,
): Promise<Response> {
  const parameters = url.searchParams
  const { app, mode } = opener
  const wanted: FlowRequest = {
    app,
    mode,
    flow,
    provider: parameters.get('provider') ?? '',
    openerOrigin: opener.origin,
    openerState: readState(parameters),
    returnUrl: back?.url ?? null,
    challenge: back?.challenge ?? null,
    wishes: parseFlowRequest(app, parameters),
    caller: flow === 'connect' ? await findConnectCaller(services, opener, readProof(parameters)) : null,
    address,
  }
  const { authorizeUrl, secret, id } = await beginFlow(services, wanted)
  const onward = wanted.caller && !opener.isWitnessed ? connectQuestion(services, wanted, authorizeUrl) : null
  return withCookie((await onward) ?? redirectTo(authorizeUrl.href), writeFlowCookie(services, id, secret))
}

const readProof = (parameters: URLSearchParams) => ({
  ticket: parameters.get('ticket'),
  sessionToken: parameters.get('member'),
})

function readState(parameters: URLSearchParams): string | null {
  const state = parameters.get('state')
  if (state !== null && state.length > OPENER_STATE_MAX_CHARS) throw new ApiError('invalid-field-value')
  return state
}

/** Reports an error the way the page asked: to the opener, by redirect, or by a link. */
function refuse(
  { log }: Services,
  { url }: PageRequest,
  opener: Opener,
  back: Return,
  thrown: unknown,
): Response | Promise<Response> {
  const error = toApiError(thrown)
  if (error.cause !== undefined)
    log.error({ code: error.code, reason: reasonOf(error.cause) }, 'a way to a provider could not be begun')
  if (back && (opener.mode === 'live' || opener.isWitnessed)) return returnTo(back.url, error)
  if (back) return offerReturnLink(back.url, error)
  const state = url.searchParams.get('state')
  const { code, message } = error
  return answerPage({
    openerOrigin: opener.origin,
    answer: { ...(state !== null && { state }), error: { code, message } },
  })
}

/** The callback of a provider, a GET because OAuth has no other method. It works once, in the browser that began. */
export const callbackPage: Page = async (services, { url, parameters, cookie, address, isSpeculative }) => {
  if (isSpeculative) return notOpenedYet()
  let begun: string | null = null
  const secretOf = (id: string): string | null => {
    const secret = readFlowCookie(services, cookie, id)
    if (secret !== null) begun = id
    return secret
  }
  const back = { provider: parameters['provider'] ?? '', parameters: url.searchParams, secretOf, address }
  const response = await finishFlow(services, back).then(end, (thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
    throw thrown
  })
  return begun === null ? response : withCookie(response, writeFlowCookie(services, begun, null))
}

function end(ended: FlowEnd): Response | Promise<Response> {
  if (ended.returnUrl === null) return answerPage(ended)
  return returnTo(ended.returnUrl, 'error' in ended ? ended.error : ended)
}

const nameOf = (id: string): string => `ms_flow_${id}`

/** Reads the browser's secret of a flow. @param header Cookie */
const readFlowCookie = ({ urls }: Pick<Services, 'urls'>, header: string | null, id: string): string | null =>
  readCookie(header, nameOf(id), urls.api)

/**
 * Returns the value of Set-Cookie. Lax, because the callback comes from another site.
 * @param secret null deletes the cookie
 */
function writeFlowCookie({ urls }: Pick<Services, 'urls'>, id: string, secret: string | null): string {
  const seconds = secret === null ? 0 : PROVIDER_FLOW_LIFETIME_MINUTES * 60
  return writeCookie(nameOf(id), secret ?? '', {
    path: AUTH_PROVIDER_PATH,
    seconds,
    sameSite: 'Lax',
    apiUrl: urls.api,
  })
}

/** The end of a full-page flow: a token for the answer, or an error code. */
type ReturnedWith = { token: string } | { code: string }

/** Redirects to the page that began. The result is in the fragment, which no server and no Referer sees. */
const returnTo = (page: string, result: ReturnedWith): Response => redirectTo(returnUrlOf(page, result))

/** The same by a link that names the site: without proof that the site led here, a redirect would be an open one. */
function offerReturnLink(returnUrl: string, error: { code: string; message: string; status: number }) {
  return layout({
    title: 'This did not work',
    status: error.status,
    content: html`<p class="error" role="alert">${error.message}</p>
      <p><a class="button" href="${returnUrlOf(returnUrl, error)}">Back to ${new URL(returnUrl).host}</a></p>`,
  })
}

function returnUrlOf(page: string, result: ReturnedWith): string {
  const url = new URL(page)
  url.hash = new URLSearchParams(
    'token' in result ? { 'ms-auth': result.token } : { 'ms-auth-error': result.code },
  ).toString()
  return url.href
}

/**
 * Asks first when the browser does not say which site led here: another site could connect a visitor's provider account with
 * a member of its own.
 */
async function connectQuestion(
  { store }: Pick<Services, 'store'>,
  { app, provider, caller }: Pick<FlowRequest, 'app' | 'provider' | 'caller'>,
  authorizeUrl: URL,
): Promise<Response> {
  const member = caller && (await store.members.findById(caller.memberId))
  const name = app.authProviders.find((offered) => offered.provider === provider)?.name ?? provider
  return layout({
    title: `Connect ${name}?`,
    appName: app.name,
    content: html`<p>Your account at ${name} will log in to this account at ${app.name}:</p>
      <p><strong>${member?.email ?? ''}</strong></p>
      <p>If that is not yours, close this window: nothing has changed.</p>
      <p><a class="button" href="${authorizeUrl.href}">Connect</a></p>`,
  })
}

/** For prefetching browsers and link scanners: nothing begins. */
const notOpenedYet = (): Promise<Response> =>
  layout({
    title: 'Nothing has begun yet',
    status: 503,
    content: html`<p>This page begins a login as soon as somebody opens it.</p>`,
  })

/** Any page could have opened the window, so none gets a result. */
const unknownOpener = (): Promise<Response> =>
  layout({
    title: 'This did not work',
    status: new ApiError('domain-not-permitted').status,
    content: html`<p class="error" role="alert">
        The page that opened this window did not say where it is, so it cannot be told how the login ends.
      </p>
      <p>Close this window, and open the site itself to log in.</p>`,
  })
