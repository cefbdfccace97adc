import { networkError, type NoAnswer, offline, requestAborted, requestTimeout } from '../../contract/browser-errors'
import { type MembershipEndpointName, membershipEndpoints } from '../../contract/endpoints/membership'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { fillPath } from '../../contract/fill-path'
import { CLIENT_VERSION, REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answer, Call } from '../../contract/schemas'
import { isRecord } from '../lib/values'
import { errorFromBody, noAnswer } from './membership-error'

export interface CallSettings {
  /** Origin or base URL of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** From the install tag or the app; null until known. Read at every call, like the values below. */
  publicKey(): string | null
  token(): string | undefined
  visitSessionId(): string | null
  /** `location.pathname`: percent-encoded, and without the query, which may contain private data. */
  pagePath(): string
  fetch: typeof globalThis.fetch
  /** Whether the browser knows that it is offline. */
  isOffline(this: void): boolean
  /** Called when the server rejects a token as invalid. */
  onDeadToken?(token: string): void
}

export interface CallOptions {
  /** Used instead of the stored session's token. */
  token?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
  timeoutMs?: number
  /** False: the refusal of a missing proof is not followed by the question for it. */
  asks?: boolean
  /** Ends the call with `request-aborted`. If aborted before the start, nothing is sent. */
  signal?: AbortSignal | undefined
}

/** @throws MembershipError; a TypeError for input that JSON can't represent */
export type CallEndpoint = <K extends MembershipEndpointName>(
  name: K,
  input: Call<K>,
  options?: CallOptions,
) => Promise<Answer<K>>

/** The only code that calls the API. It never retries: that could create a second member or event. */
export function createCall(settings: CallSettings): CallEndpoint {
  return async <K extends MembershipEndpointName>(name: K, input: Call<K>, options: CallOptions = {}) => {
    const token = options.token ?? settings.token()
    const { url, init } = buildRequest(settings, name, input, token)
    const response = await send(settings, url, init, options)
    if (response.ok && isAnswer<K>(response.body)) return response.body
    const error = errorFromBody(response.body, response.status)
    if (error.code === 'client/invalid-token' && token !== undefined) settings.onDeadToken?.(token)
    throw error
  }
}

/** `data` is trusted: the server checked it against the contract, and a validator would double the bundle. */
const isAnswer = <K extends MembershipEndpointName>(body: unknown): body is Answer<K> =>
  isRecord(body) && 'data' in body

function buildRequest(settings: CallSettings, name: MembershipEndpointName, input: object, token: string | undefined) {
  const { method, path: template, query: fixed, body: form, skipsPreflight }: Endpoint = membershipEndpoints[name]
  const { path, rest } = fillPath(template, input)
  const hasBody = method !== 'GET' && Object.keys(rest).length > 0
  // Browsers send text without own headers at once, without a preflight.
  const isSimple = skipsPreflight && !token
  // The browser adds the content type of a form, with its boundary.
  const headers = requestHeaders(settings, token, hasBody && !form && !isSimple)
  const query = queryString({ ...fixed, ...(method === 'GET' && rest) })
  const sent: RequestInit = isSimple
    ? { body: JSON.stringify({ ...rest, headers }) }
    : { headers, ...(hasBody && { body: form ? formOf(rest) : JSON.stringify(rest) }) }
  const init: RequestInit = { method, credentials: 'include', ...sent }
  return { url: settings.apiUrl + path + (query && `?${query}`), init }
}

/** Header names and values are those of the published client, so that one server serves both. */
function requestHeaders(settings: CallSettings, token: string | undefined, hasJson: boolean): Record<string, string> {
  const visitSessionId = settings.visitSessionId()
  const headers: Record<string, string> = {
    'x-api-key': settings.publicKey() ?? settings.appId,
    'x-app-id': settings.appId,
    'x-user-agent': `@memberstack/client@${CLIENT_VERSION}`,
    'referring-path': settings.pagePath(),
  }
  if (token) headers['Authorization'] = `Bearer ${token}`
  if (visitSessionId) headers['X-Session-ID'] = visitSessionId
  if (hasJson) headers['Content-Type'] = 'application/json'
  return headers
}

/** Forms contain only files. Other values are omitted; the server reports a missing file. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
  }
  return form
}

const queryString = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()

async function send(
  { fetch, isOffline }: CallSettings,
  url: string,
  init: RequestInit,
  { keepalive = false, timeoutMs = REQUEST_TIMEOUT_MS, signal }: CallOptions,
) {
  const abort = new AbortController()
  const cancel = (): void => abort.abort(requestAborted)
  const timer = setTimeout(() => abort.abort(requestTimeout), timeoutMs)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { signal: abort.signal })
  try {
    const response = await fetch(url, { ...init, keepalive, signal: abort.signal })
    return { ok: response.ok, status: response.status, body: parse(await response.text()) }
  } catch {
    const reason: NoAnswer | undefined = abort.signal.reason
    throw noAnswer(reason ?? (isOffline() ? offline : networkError))
  } finally {
    clearTimeout(timer)
    // Removes the listener from the caller’s signal.
    abort.abort()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
