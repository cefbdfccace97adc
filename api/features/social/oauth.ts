import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import * as v from 'valibot'
import { email as emailSchema } from '../../../contract/schemas/fields'
import { ApiError } from '../../lib/errors'
import type { AuthorizationRequest, ProviderIdentity } from '../apps/social-providers'
import type { ProviderClient } from './settings'

interface AuthorizeOptions extends Pick<AuthorizationRequest, 'state' | 'redirectUri'> {
  url: string
  clientId: string
  scopes: readonly string[]
  /** Null for a provider without PKCE. */
  verifier: string | null
  parameters: Readonly<Record<string, string>>
}

export function createAuthorizeUrl({ url, clientId, state, redirectUri, ...rest }: AuthorizeOptions): URL {
  const client = new OAuth2Client(clientId, null, redirectUri)
  const scopes = [...rest.scopes]
  const authorizeUrl =
    rest.verifier === null
      ? client.createAuthorizationURL(url, state, scopes)
      : client.createAuthorizationURLWithPKCE(url, state, CodeChallengeMethod.S256, rest.verifier, scopes)
  for (const [name, value] of Object.entries(rest.parameters)) authorizeUrl.searchParams.set(name, value)
  return authorizeUrl
}

/** @throws ApiError for a callback with an error or without a code */
export function readCode(provider: string, parameters: URLSearchParams): string {
  const refusal = refusalOf(provider, parameters.get('error'))
  if (refusal !== null) throw refusal
  const code = parameters.get('code')
  if (code) return code
  throw providerError('account-connect-failed', provider, 'redirected back without a code')
}

export type ClientAuthentication = 'basic' | 'body'

interface CodeExchange {
  provider: string
  client: ProviderClient
  authentication: ClientAuthentication
  tokenUrl: string
  code: string
  redirectUri: string
  /** Null for a provider without PKCE. */
  verifier: string | null
  signal: AbortSignal
}

interface ProviderTokens {
  accessToken: string
  idToken: string | undefined
}

const tokens = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  token_type: v.optional(v.pipe(v.string(), v.regex(/^bearer$/iu))),
  id_token: v.optional(v.string()),
})

/**
 * Exchanges a code for tokens. `arctic` does too, but follows redirects with the client secret, has no limits of time
 * and size, and supports one client authentication only.
 * @throws ApiError as `SocialProvider.identify`
 */
export async function exchangeCode(exchange: CodeExchange): Promise<ProviderTokens> {
  const { provider, tokenUrl, signal } = exchange
  const { status, body } = await callProvider({ provider, url: tokenUrl, signal, ...request(exchange) })
  // GitHub reports errors with status 200.
  const refusal = refusalOf(provider, isObject(body) ? body['error'] : undefined)
  if (refusal !== null) throw refusal
  if (body === undefined) throw providerError('provider-unavailable', provider, `returned ${status} without JSON`)
  const read = v.safeParse(tokens, body)
  if (read.success && status < 300) return { accessToken: read.output.access_token, idToken: read.output.id_token }
  throw providerError('account-connect-failed', provider, `returned ${status} without a token`)
}

function request({ client, authentication, code, redirectUri, verifier }: CodeExchange) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  if (verifier !== null) body.set('code_verifier', verifier)
  if (authentication === 'basic') return { method: 'POST', body, headers: { authorization: basic(client) } }
  body.set('client_id', client.clientId)
  body.set('client_secret', client.clientSecret)
  return { method: 'POST', body }
}

/** RFC 6749, 2.3.1: each part is form-encoded first. */
function basic({ clientId, clientSecret }: ProviderClient): string {
  const encode = (part: string) => new URLSearchParams({ part }).toString().slice('part='.length)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
}

/** Calls with an access token, within the time limit of the login. */
export interface ProfileSource {
  url: string
  accessToken: string
  clientSecret: string
  /** The JSON object at a URL. @throws ApiError for any other response */
  ask: (url: string | URL) => Promise<Record<string, unknown>>
  /** Any JSON, or undefined if the provider refuses: for optional data. */
  askForMore: (url: string) => Promise<unknown>
}

interface ProfileSourceOptions extends Pick<ProfileSource, 'url' | 'accessToken' | 'clientSecret'> {
  provider: string
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

/** The token is in a header, because URLs end up in logs. */
export function createProfileSource(options: ProfileSourceOptions): ProfileSource {
  const { provider, accessToken, signal } = options
  const headers = { ...options.headers, authorization: `Bearer ${accessToken}` }
  return {
    ...options,

    async ask(url) {
      const { status, body } = await callProvider({ provider, url, headers, signal })
      if (status >= 400)
        throw providerError('account-connect-failed', provider, `rejected its own token with status ${status}`)
      if (isObject(body)) return body
      throw providerError('provider-unavailable', provider, 'returned no profile')
    },

    async askForMore(url) {
      const { status, body } = await callProvider({ provider, url, headers, signal })
      return status < 400 ? body : undefined
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export type ClaimedIdentity = Record<Exclude<keyof ProviderIdentity, 'emailVerified'>, unknown> & {
  emailVerified: boolean
}

/** OpenID Connect's limit for a subject; used for names too. */
const MAX_CHARS = 255

/**
 * Unusable email addresses and names become null. @throws ApiError `account-connect-failed` without a usable subject
 */
export function toIdentity(provider: string, claimed: ClaimedIdentity): ProviderIdentity {
  const subject = readSubject(claimed.subject)
  if (subject === null) throw providerError('account-connect-failed', provider, 'returned no account ID')
  const email = v.safeParse(emailSchema, claimed.email)
  return {
    subject,
    email: email.success ? email.output : null,
    emailVerified: email.success && claimed.emailVerified,
    firstName: readName(claimed.firstName),
    lastName: readName(claimed.lastName),
  }
}

/** Refuses unsafe integers: rounding could turn one account into another. */
function readSubject(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && value.length <= MAX_CHARS ? value : null
}

/** Removes control characters, lone surrogates and characters that change the text direction. */
function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const clean = value.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ').trim()
  // The cut may leave half of a surrogate pair.
  return clean.slice(0, MAX_CHARS).replace(/\p{Cs}$/u, '') || null
}

/** For all calls from a code to an identity. */
export const PROVIDER_TIMEOUT_MS = 10_000

/** Far above any provider's response; discovery documents and keys are the longest. */
const RESPONSE_MAX_BYTES = 512 * 1024

interface ProviderCall extends Pick<RequestInit, 'method' | 'body' | 'headers'> {
  provider: string
  url: string | URL
  signal: AbortSignal
}

interface ProviderResponse {
  /** 2xx or 4xx. */
  status: number
  /** Parsed JSON; undefined for anything else. */
  body: unknown
}

/**
 * Calls a provider, with limits of time and size. Follows no redirects: they could carry secrets and tokens elsewhere.
 * @throws ApiError `provider-unavailable`
 */
export async function callProvider({ provider, url, headers, ...call }: ProviderCall): Promise<ProviderResponse> {
  const unavailable = (what: string) => providerError('provider-unavailable', provider, what)
  try {
    const response = await fetch(url, {
      ...call,
      redirect: 'manual',
      // GitHub needs both: `accept` for JSON, and any user agent.
      headers: { accept: 'application/json', 'user-agent': 'trusttag-membership', ...headersOf(headers) },
    })
    if (response.status >= 500 || response.status === 429 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw unavailable(`returned status ${response.status}`)
    }
    const text = await readBounded(response)
    if (text === null) throw unavailable('sent a response that is too long')
    return { status: response.status, body: parse(text) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw unavailable(`could not be reached: ${codeOf(error)}`)
  }
}

const headersOf = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers))

/** Null for a response over the limit, measured after decompression. */
async function readBounded({ body }: Response): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > RESPONSE_MAX_BYTES) {
      await reader.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A code such as ECONNREFUSED: the message of a network error may quote a certificate or header. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timed out'
  const { cause } = error
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^\w{1,60}$/u.test(code) ? code : 'no connection'
}

type ProviderErrorCode =
  'provider-cancelled' | 'provider-not-configured' | 'provider-unavailable' | 'account-connect-failed'

/**
 * The error of a failed provider call, with a cause for the log.
 * @param what end of a sentence that begins with the provider's name, in our words: a provider's text may contain
 * tokens, email addresses or line breaks
 */
export function providerError(code: ProviderErrorCode, provider: string, what: string): ApiError {
  return new ApiError(code, { cause: new Error(`The provider ${provider} ${what}.`) })
}

/** Error codes of RFC 6749, of OpenID Connect, and from the documentation of single providers. */
const MEANINGS: Record<string, ProviderErrorCode> = {
  access_denied: 'provider-cancelled',
  // LinkedIn
  user_cancelled_login: 'provider-cancelled',
  user_cancelled_authorize: 'provider-cancelled',
  // OpenID Connect: the person did not complete a step
  login_required: 'provider-cancelled',
  consent_required: 'provider-cancelled',
  interaction_required: 'provider-cancelled',

  // Our settings differ from the registration at the provider.
  invalid_client: 'provider-not-configured',
  unauthorized_client: 'provider-not-configured',
  unsupported_grant_type: 'provider-not-configured',
  unsupported_response_type: 'provider-not-configured',
  invalid_scope: 'provider-not-configured',
  // LinkedIn
  unauthorized_scope_error: 'provider-not-configured',
  // GitHub
  incorrect_client_credentials: 'provider-not-configured',
  redirect_uri_mismatch: 'provider-not-configured',
  application_suspended: 'provider-not-configured',

  server_error: 'provider-unavailable',
  temporarily_unavailable: 'provider-unavailable',
  // Google
  internal_failure: 'provider-unavailable',

  invalid_request: 'account-connect-failed',
  invalid_grant: 'account-connect-failed',
  // GitHub
  bad_verification_code: 'account-connect-failed',
  unverified_user_email: 'account-connect-failed',
}

/** Facebook's, by the number in its error object. */
const GRAPH_MEANINGS: Record<number, ProviderErrorCode> = {
  // "Error validating client secret" at the token endpoint; elsewhere it has a 5xx status.
  1: 'provider-not-configured',
  2: 'provider-unavailable',
  4: 'provider-unavailable',
  101: 'provider-not-configured',
  341: 'provider-unavailable',
}

/** Null without an error. The log repeats only known codes. @param error a code, or Facebook's error object */
function refusalOf(provider: string, error: unknown): ApiError | null {
  if (error === undefined || error === null) return null
  if (typeof error === 'string') {
    const meaning = Object.hasOwn(MEANINGS, error) ? MEANINGS[error] : undefined
    if (meaning !== undefined) return providerError(meaning, provider, `returned the error ${error}`)
    return providerError('account-connect-failed', provider, 'returned an unknown error')
  }
  const number = typeof error === 'object' && 'code' in error && typeof error.code === 'number' ? error.code : null
  const what = number === null ? 'returned an unknown error' : `returned error ${number}`
  return providerError(GRAPH_MEANINGS[number ?? 0] ?? 'account-connect-failed', provider, what)
}
