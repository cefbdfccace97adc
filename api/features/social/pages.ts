import { html } from 'hono/html'
import * as v from 'valibot'
import { PROVIDER_FLOW_LIFETIME_MINUTES, PROVIDER_WISH_MAX_CHARS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { ProviderFlow } from '../../../contract/providers'
import { authSchemas } from '../../../contract/schemas/auth'
import { httpOrigin } from '../../http/cors'
import { layout, readCookie, redirectTo, withCookie, writeCookie } from '../../http/page-kit'
import type { Page, PageRequest } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ApiError, checkInput, reasonOf, toApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { identifyApp } from '../apps/identify-app'
import type { IdentifiedApp } from '../apps/identify-app'
import { isLiveDomain } from '../apps/relying-party'
import { readCustomFields } from '../members/fields'
import { findMemberById } from '../members/repository'
import { answerPage, problemPage } from './answer-page'
import { continueFlow, questionPage } from './continue-page'
import { finishFlow, askBeforeConnect } from './finish-flow'
import type { FlowEnd } from './finish-flow'
import { beginFlow, findConnectCaller, flowIdOf, isOfMember } from './begin-flow'
import type { FlowRequest } from './begin-flow'
import { text } from './page-texts'
import type { FlowOptions } from './repository'

const OPENER_STATE_MAX_CHARS = 128

type Return = ReturnType<typeof readReturn>

/** The first page of a window or full-page flow: redirects to the provider, or reports an error to the calling page. */
export const startPage =
  (flow: ProviderFlow): Page =>
  async (services, request) => {
    if (request.isSpeculative) return notOpenedYet()
    try {
      const opener = await findOpener(services, request)
      if (!opener) return await unknownOpener()
      const back = readReturn(request.url.searchParams, opener.origin)
      return await begin(services, request, flow, { opener, back }).catch((thrown: unknown) =>
        refuse(services, request, { opener, back }, thrown),
      )
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
      throw thrown
    }
  }

async function begin(
  services: Services,
  { url, ipAddress }: PageRequest,
  flow: ProviderFlow,
  { opener, back }: { opener: Opener; back: Return },
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
    caller: isOfMember(flow) ? await findConnectCaller(services, opener, readProof(flow, parameters)) : null,
    ipAddress,
  }
  const asked =
    flow === 'connect' && parameters.get('ticket') === null ? await askBeforeConnect(services, wanted) : null
  if (asked) return end(services, { ...asked, returnUrl: null, openerOrigin: opener.origin }, asked.secret)
  const { authorizeUrl, secret, id } = await beginFlow(services, wanted)
  const onward = wanted.caller && !opener.isWitnessed ? memberQuestion(services, wanted, authorizeUrl) : null
  return withCookie((await onward) ?? redirectTo(authorizeUrl.href), writeFlowCookie(services, id, secret))
}

const readProof = (flow: ProviderFlow, parameters: URLSearchParams) => ({
  purpose: flow === 'prove' ? ('prove' as const) : ('connect' as const),
  ticket: parameters.get('ticket'),
  sessionToken: parameters.get('member'),
})

function readState(parameters: URLSearchParams): string | null {
  const state = parameters.get('state')
  if (state !== null && state.length > OPENER_STATE_MAX_CHARS) throw new ApiError('invalid-field-value')
  return state
}

function refuse(
  { log }: Services,
  { url }: PageRequest,
  { opener, back }: { opener: Opener; back: Return },
  thrown: unknown,
): Response | Promise<Response> {
  const error = toApiError(thrown)
  if (error.cause !== undefined)
    log.error({ code: error.code, reason: reasonOf(error.cause) }, 'could not start a social login')
  if (back && (opener.mode === 'live' || opener.isWitnessed)) return returnTo(back.url, error)
  if (back) return offerReturnLink(back.url, error)
  const state = url.searchParams.get('state')
  const { code, message } = error
  return answerPage({
    openerOrigin: opener.origin,
    answer: { ...(state !== null && { state }), error: { code, message } },
  })
}

/** A provider's callback; OAuth requires GET. It works once, in the browser that began the flow. */
export const callbackPage: Page = async (
  services,
  { url, parameters, cookie, ipAddress, userAgent, isSpeculative },
) => {
  if (isSpeculative) return notOpenedYet()
  const { secretOf, begun } = flowCookies(services, cookie)
  const back = { provider: parameters['provider'] ?? '', parameters: url.searchParams, secretOf, ipAddress, userAgent }
  let response: Response
  try {
    const ended = await finishFlow(services, back)
    response = await end(services, ended, begun()?.secret ?? null)
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown
    response = await problemPage(thrown)
  }
  return withoutFlow(services, response, begun())
}

/** A window that asked continues here. */
export const continuePage: Page = async (services, { form, cookie, ipAddress, userAgent }) => {
  const { secretOf, begun } = flowCookies(services, cookie)
  try {
    if (!form) throw new ApiError('provider-session-expired')
    const { end: ended, again, proven } = await continueFlow(services, { form, ipAddress, userAgent }, secretOf)
    if (again) return await again
    if (proven) {
      // A link: the page's policy lets its forms lead to no other site.
      const { authorizeUrl, id, secret } = proven.begun
      const onward = withoutFlow(services, await memberQuestion(services, proven.wanted, authorizeUrl), begun())
      return withCookie(onward, writeFlowCookie(services, id, secret))
    }
    if (!ended) throw new ApiError('provider-session-expired')
    return withoutFlow(services, await end(services, ended, begun()?.secret ?? null), begun())
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
    throw thrown
  }
}

/** @param secret of the flow's browser, for a question that it answers later */
async function end(services: Services, ended: FlowEnd, secret: string | null): Promise<Response> {
  if ('question' in ended) {
    const page = await questionPage(ended.question)
    const id = flowIdOf(ended.question.flow.stateDigest)
    return secret === null ? page : withCookie(page, writeFlowCookie(services, id, secret))
  }
  if (ended.returnUrl === null) return answerPage(ended)
  return returnTo(ended.returnUrl, 'error' in ended ? ended.error : ended)
}

interface Begun {
  id: string
  secret: string
}

/** Reads the cookie of a flow, and remembers which one. */
function flowCookies(services: Pick<Services, 'urls'>, cookie: string | null) {
  const read: Begun[] = []
  const secretOf = (id: string): string | null => {
    const secret = readFlowCookie(services, cookie, id)
    if (secret !== null) read.push({ id, secret })
    return secret
  }
  return { secretOf, begun: (): Begun | null => read[0] ?? null }
}

const withoutFlow = (services: Pick<Services, 'urls'>, response: Response, begun: Begun | null): Response =>
  begun === null ? response : withCookie(response, writeFlowCookie(services, begun.id, null))

const nameOf = (id: string): string => `ms_flow_${id}`

const readFlowCookie = ({ urls }: Pick<Services, 'urls'>, header: string | null, id: string): string | null =>
  readCookie(header, nameOf(id), urls.api)

/** Lax: the callback comes from another site. @param secret null deletes the cookie @returns value of Set-Cookie */
function writeFlowCookie({ urls }: Pick<Services, 'urls'>, id: string, secret: string | null): string {
  const seconds = secret === null ? 0 : PROVIDER_FLOW_LIFETIME_MINUTES * 60
  return writeCookie(nameOf(id), secret ?? '', {
    path: AUTH_PROVIDER_PATH,
    seconds,
    sameSite: 'Lax',
    apiUrl: urls.api,
  })
}

type ReturnedWith = { token: string } | { code: string }

/** The result is in the fragment, which neither servers nor the Referer get. */
const returnTo = (page: string, result: ReturnedWith): Response => redirectTo(returnUrlOf(page, result))

/** A link that names the site: without proof of the calling site, a redirect would be an open redirect. */
function offerReturnLink(returnUrl: string, error: { code: string; message: string; status: number }) {
  return layout({
    title: text('failedTitle'),
    status: error.status,
    content: html`<p class="error" role="alert">${error.message}</p>
      <p>
        <a class="button" href="${returnUrlOf(returnUrl, error)}"
          >${text('backTo', { host: new URL(returnUrl).host })}</a
        >
      </p>`,
  })
}

function returnUrlOf(page: string, result: ReturnedWith): string {
  const url = new URL(page)
  url.hash = new URLSearchParams(
    'token' in result ? { 'ms-auth': result.token } : { 'ms-auth-error': result.code },
  ).toString()
  return url.href
}

/** Asks if the browser names no calling site: that site could connect a visitor's account with its own member, or prove for it. */
async function memberQuestion(
  { store }: Pick<Services, 'store'>,
  { app, flow, provider, caller }: Pick<FlowRequest, 'app' | 'flow' | 'provider' | 'caller'>,
  authorizeUrl: URL,
): Promise<Response> {
  const isProof = flow === 'prove'
  const member = caller && (await findMemberById(store, caller.memberId))
  const name = app.authProviders.find((offered) => offered.provider === provider)?.name ?? provider
  return layout({
    title: text(isProof ? 'proveTitle' : 'connectTitle', { provider: name }),
    appName: app.name,
    content: html`<p>${text(isProof ? 'proveIntro' : 'connectIntro', { provider: name, app: app.name })}</p>
      <p><strong>${member?.email ?? ''}</strong></p>
      <p>${text(isProof ? 'proveNotYours' : 'connectNotYours')}</p>
      <p><a class="button" href="${authorizeUrl.href}">${text(isProof ? 'continue' : 'connect')}</a></p>`,
  })
}

/** For prefetching browsers and link scanners: no flow begins. */
const notOpenedYet = (): Promise<Response> =>
  layout({
    title: text('notStartedTitle'),
    status: 503,
    content: html`<p>${text('notStarted')}</p>`,
  })

/** Any page could have opened the window, so none gets a result. */
const unknownOpener = (): Promise<Response> =>
  layout({
    title: text('failedTitle'),
    status: new ApiError('domain-not-permitted').status,
    content: html`<p class="error" role="alert">${text('openerUnknown')}</p>
      <p>${text('openSite')}</p>`,
  })

export interface Opener extends IdentifiedApp {
  /** Only this origin gets the result. */
  origin: string
  /** Whether the Referer confirms the origin. */
  isWitnessed: boolean
}

/**
 * Finds the app and site that opened the window. Our client names its origin, and only that origin can read the posted
 * result. Published clients name a host: scheme and port come from the Referer, or the host is a live domain.
 * @returns null if no origin can be trusted with the result
 * @throws ApiError as `identifyApp`
 */
async function findOpener(
  { store }: Pick<Services, 'store'>,
  { url, referer }: Pick<PageRequest, 'url' | 'referer'>,
): Promise<Opener | null> {
  const parameters = url.searchParams
  const witness = referer === null ? null : httpOrigin(parseUrl(referer)?.origin)
  const named = parameters.get('opener_origin')
  const host = parameters.get('origin')?.toLowerCase() ?? ''
  const claimed = named === null ? ofHost(witness, host) : httpOrigin(named)
  const origin = claimed ?? (named === null ? httpOrigin(`https://${host}`) : null)
  if (origin === null) return null
  const identified = await identifyApp(store, {
    appId: parameters.get('appId') ?? undefined,
    key: parameters.get('publicKey') ?? undefined,
    origin,
  })
  if (claimed === null && !isLiveDomain(identified.app, origin)) return null
  return { ...identified, origin, isWitnessed: witness === origin }
}

const ofHost = (origin: string | null, host: string): string | null =>
  origin !== null && new URL(origin).hostname === host ? origin : null

/**
 * The page and challenge of a full-page flow; null in a window.
 * @throws ApiError `invalid-field-value` for a URL of another site, or without a challenge
 */
function readReturn(parameters: URLSearchParams, origin: string): { url: string; challenge: string } | null {
  const [named, challenge] = [parameters.get('return_url'), parameters.get('challenge')]
  if (named === null && challenge === null) return null
  const url = named === null ? null : parseUrl(named)
  // A blob: URL has a site's origin but is not one of its pages.
  const isPage = url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage || url.origin !== origin || !/^[0-9a-f]{64}$/u.test(challenge ?? ''))
    throw new ApiError('invalid-field-value')
  return { url: url.href, challenge: challenge ?? '' }
}

/** The public part of a device token. */
const DEVICE_ID = /^dev_[\w-]{1,40}$/u

/** The fields of a sign-up by password. */
const signupFields = v.pick(authSchemas.signup.input, ['customFields', 'plans', 'inviteToken'])

/** How often clients encode the JSON beyond the URL's own encoding; published clients do it once. */
const ENCODINGS_MAX = 2

/** @throws ApiError `invalid-field-type`, `invalid-field-value`, `field-limit-exceeded` */
export function parseFlowRequest(app: AppDefinition, parameters: URLSearchParams): FlowOptions {
  const sent = checkInput(signupFields, {
    customFields: readJson(parameters.get('customFields')),
    plans: readJson(parameters.get('plans')),
    inviteToken: parameters.get('inviteToken') ?? undefined,
  })
  return {
    customFields: readCustomFields(app, sent.customFields ?? {}),
    plans: sent.plans ?? [],
    inviteToken: sent.inviteToken || null,
    allowSignup: readAllowSignup(parameters),
    ...readDevice(parameters.get('device')),
  }
}

/** Published clients send `false` without being asked, so only ours can deny. */
function readAllowSignup(parameters: URLSearchParams): boolean | null {
  const sent = parameters.get('allowSignup')
  if (sent === 'true') return true
  return sent === 'false' && parameters.has('opener_origin') ? false : null
}

/** An empty ID: our client has no device yet. */
const readDevice = (id: string | null): Pick<FlowOptions, 'deviceId'> =>
  id === null ? {} : { deviceId: DEVICE_ID.test(id) ? id : null }

/** Decodes only until it is JSON: a field's value may look encoded. */
function readJson(sent: string | null): unknown {
  let encoded = sent ?? ''
  // How scripts write a missing value.
  if (['', 'undefined', 'null'].includes(encoded)) return undefined
  for (let decoded = 0; decoded <= ENCODINGS_MAX; decoded += 1) {
    const json = tryOrNull(JSON.parse, encoded)
    if (json !== null) return lengthChecked(json, encoded)
    encoded = tryOrNull(decodeURIComponent, encoded) ?? ''
  }
  throw new ApiError('invalid-field-value')
}

function lengthChecked(json: unknown, decoded: string): unknown {
  if (decoded.length > PROVIDER_WISH_MAX_CHARS) throw new ApiError('field-limit-exceeded')
  return json
}

function tryOrNull<T>(read: (encoded: string) => T, encoded: string): T | null {
  try {
    return read(encoded)
  } catch {
    return null
  }
}
