import type * as v from 'valibot'
import { networkError, offline, requestTimeout, unknownError } from '../../contract/browser-errors'
import { ADMIN_PATH, adminEndpoints } from '../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminEndpoint } from '../../contract/admin/endpoints/admin-endpoint'
import type { AdminOutput, adminSchemas } from '../../contract/admin/schemas'
import type { Params } from '../../contract/endpoints/endpoint'
import { fillPath } from '../../contract/fill-path'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import { type Change, Failure, STEP_UP_REQUIRED } from '../lib/failure'

/** The two halves of an app, which never mix. */
export type Mode = 'test' | 'live'

/** The app and mode that the calls of a screen are about. */
export interface Scope {
  appId: string
  mode: Mode
}

/** An endpoint's input: path parameters, and the body or query. */
export type CallInput<K extends AdminEndpointName> = v.InferInput<(typeof adminSchemas)[K]['input']> &
  Params<(typeof adminEndpoints)[K]['path']>

/** The body of a response. Lists have more than `data`. */
export interface Reply<K extends AdminEndpointName> {
  data: AdminOutput<K>
  totalCount?: number
  endCursor?: string | null
  hasNextPage?: boolean
}

export interface CallOptions {
  /** Null for endpoints of the server. */
  scope: Scope | null
  signal?: AbortSignal | undefined
  /** Version that the change is based on. */
  ifMatch?: string
}

export interface ConsoleClient {
  /** @throws {Failure} in the contract's words */
  call<K extends AdminEndpointName>(name: K, input: CallInput<K>, options: CallOptions): Promise<Reply<K>>
  /** The text of a file. @throws {Failure} */
  readText(name: AdminEndpointName, input: object, options: CallOptions): Promise<string>
  /** A response that does not end: the time limit is for its beginning only. @throws {Failure} */
  openStream(path: string, options: { scope: Scope; signal: AbortSignal }): Promise<ReadableStream<Uint8Array>>
  /** A route of the console's session: no app, no step-up. @throws {Failure} */
  send<Output>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Output>
}

export interface ClientDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  isOnline: () => boolean
  /** For the header `Console-Token`. */
  token: () => string | null
  /** Whether a person does something on the page. Other calls do not keep the session alive. */
  isUsed: () => boolean
  /** Asks for the password. False if the person cancels. */
  confirmPassword: () => Promise<boolean>
  /** The session has ended. */
  onLoggedOut: () => void
}

/** The only place that fetches. */
export function createClient(deps: ClientDeps): ConsoleClient {
  const respond = createRespond(deps)

  async function request(name: AdminEndpointName, input: object, options: CallOptions): Promise<Response> {
    const endpoint: AdminEndpoint = adminEndpoints[name]
    try {
      return await respond(endpoint.method, ...toRequest(endpoint, input, options))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== STEP_UP_REQUIRED) throw error
      // Repeated once: the server refused it before it changed anything.
      if (!(await deps.confirmPassword())) throw error
      return respond(endpoint.method, ...toRequest(endpoint, input, options))
    }
  }

  return {
    async call(name, input, options) {
      const response = await request(name, input, options)
      const { answer }: AdminEndpoint = adminEndpoints[name]
      // `OK` is a text without data.
      return answer === 'ok' ? { data: {} } : response.json()
    },
    readText: async (name, input, options) => (await request(name, input, options)).text(),
    async openStream(path, { scope, signal }) {
      const headers = { 'Console-App': scope.appId, 'Console-Mode': scope.mode }
      const beginning = new AbortController()
      const timer = setTimeout(() => beginning.abort(), REQUEST_TIMEOUT_MS)
      try {
        const both = AbortSignal.any([signal, beginning.signal])
        const { body } = await respond('GET', ADMIN_PATH + path, { headers, signal: both }, { isEndless: true })
        if (!body) throw new Failure({ status: 0, ...networkError })
        return body
      } finally {
        clearTimeout(timer)
      }
    },
    send: async (method, path, body) => {
      const response = await respond(method, path, body ? jsonOf(body) : {})
      return (await response.json()).data
    },
  }
}

const jsonOf = (body: object): RequestInit => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** URL and request of a call. */
function toRequest(
  { method, path, body, scope: isOfServer }: AdminEndpoint,
  input: object,
  { scope, signal, ifMatch }: CallOptions,
): [string, RequestInit] {
  const { path: filled, rest } = fillPath(path, input)
  const { content, ...others } = rest
  const query = method === 'GET' ? rest : body === 'text' ? others : {}
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString()
  const payload = method === 'GET' ? {} : body === 'text' ? { body: String(content) } : jsonOf(rest)
  const headers = {
    ...payload.headers,
    ...(scope && !isOfServer && { 'Console-App': scope.appId, 'Console-Mode': scope.mode }),
    ...(ifMatch && { 'If-Match': ifMatch }),
  }
  return [`${ADMIN_PATH}${filled}${search && `?${search}`}`, { ...payload, headers, ...(signal && { signal }) }]
}

function createRespond({ fetch, isOnline, token, isUsed, onLoggedOut }: ClientDeps) {
  return async (method: string, url: string, init: RequestInit, { isEndless = false } = {}): Promise<Response> => {
    const known = token()
    const limits = [...(init.signal ? [init.signal] : []), ...(isEndless ? [] : [AbortSignal.timeout(REQUEST_TIMEOUT_MS)])]
    const response = await fetch(url, {
      ...init,
      method,
      credentials: 'same-origin',
      headers: {
        ...init.headers,
        ...(known && { 'Console-Token': known }),
        ...(!isUsed() && { 'Console-Idle': '1' }),
      },
      signal: AbortSignal.any(limits),
    }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw noAnswer(error, isOnline())
    })
    if (response.ok) return response
    const failure = await failureOf(response)
    if (response.status === 401 && known) onLoggedOut()
    throw failure
  }
}

function noAnswer(error: unknown, isOnline: boolean): Failure {
  const isTimeout = isObject(error) && error['name'] === 'TimeoutError'
  return new Failure({ status: 0, ...(isTimeout ? requestTimeout : isOnline ? networkError : offline) })
}

async function failureOf(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null)
  const { code, message, changes } = isObject(body) ? body : {}
  const [change]: unknown[] = Array.isArray(changes) ? changes : []
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new Failure({
    status: response.status,
    code: typeof code === 'string' ? code : 'unknown-error',
    message: typeof message === 'string' ? message : unknownError.message,
    requestId: response.headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
    change: isObject(change) ? toChange(change) : null,
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const toChange = ({ author, parts, at }: Record<string, unknown>): Change => ({
  by: textOrNull(author),
  parts: Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [],
  at: textOrNull(at),
})
