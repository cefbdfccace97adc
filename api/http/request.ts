import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import {
  JSON_BODY_MAX_BYTES,
  JSON_BODY_MAX_DEPTH,
  JSON_BODY_MAX_VALUES,
  PROFILE_IMAGE_MAX_BYTES,
} from '../../contract/limits'
import { yieldToEventLoop } from '../lib/concurrency'
import { ApiError, toApiError } from '../lib/errors'
import type { Mode } from '../lib/ids'
import type { Caller } from '../lib/security-log'

/** Bindings: the Node socket (absent in tests with `app.request`) and our variables. */
export interface AppEnv {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string | undefined }; headers?: IncomingHttpHeaders }
    outgoing?: object
  }
  Variables: {
    /** In the log and in `X-Request-Id`. */
    requestId: string
    caller: Caller
    /** Which CORS headers to send; absent: none. */
    cors?: 'call' | 'preflight'
    /** All headers are set already: see `createAnswerJson`. */
    isWhole?: true
  }
}

/** Node joins duplicates of these as the fetch standard does; of `authorization` it takes the first. */
type ReadHeader =
  | 'access-control-request-method'
  | 'authorization'
  | 'origin'
  | 'referring-path'
  | 'sec-gpc'
  | 'user-agent'
  | 'x-api-key'
  | 'x-app-id'
  | 'x-forwarded-for'
  | 'x-request-id'
  | 'x-user-agent'
  | 'x-visitor-token'

export function requestHeader(headers: IncomingHttpHeaders, name: ReadHeader): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Node's parsed headers: faster than Hono's copy. Tests with `app.request` have only the `Request`. */
export const headersOf = (context: Context<AppEnv>): IncomingHttpHeaders =>
  context.env?.incoming?.headers ?? context.req.header()

/** UUIDs, ULIDs and request numbers of proxies. No line breaks; the product's keys and tokens do not match. */
const SAFE = /^[0-9A-Za-z-]{8,40}$/u

/** @param sent X-Request-Id, if a proxy has set it */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && SAFE.test(sent) ? sent : randomUUID()

/** Callers can send any method; metrics labels must not. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** `GET /files/:name`; `GET none` without a route. Never the path: it may contain a token, and callers can invent any number. */
export function routeOf(context: Context<AppEnv>): string {
  const method = METHODS.has(context.req.method) ? context.req.method : 'OTHER'
  const pattern = routePath(context)
  return `${method} ${pattern === '*' || pattern === '/*' ? 'none' : pattern}`
}

/** Caller identity, resolved lazily: few requests read it. */
class RequestCaller implements Caller {
  readonly #context: Context<AppEnv>
  readonly address: string
  appId?: string
  mode?: Mode
  memberId?: string
  actor?: string

  constructor(context: Context<AppEnv>, ipAddress: string) {
    this.#context = context
    this.address = ipAddress
  }

  get requestId(): string {
    return this.#context.get('requestId')
  }

  get route(): string {
    return routeOf(this.#context)
  }
}

/** The parts that this folder needs of `resolveCaller`'s result; handlers get more. */
export interface ResolvedCaller {
  origin: string | null
  /** Absent, like `mode`, for endpoints without an app. */
  app?: { id: string }
  mode?: Mode
  /** As before the handler ran; null for a visitor. */
  member?: { id: string; email: string } | null
}

/** Later steps add to the result. */
export function callerOf(context: Context<AppEnv>, ipAddress: string): Caller {
  const caller = new RequestCaller(context, ipAddress)
  context.set('caller', caller)
  return caller
}

/** The facts known so far, for a log line. */
export const factsOf = (caller: Caller): Caller => {
  const { requestId, route } = caller
  return { ...caller, ...(requestId !== undefined && { requestId }), ...(route !== undefined && { route }) }
}

/**
 * Rate limit key. IPv6 callers count by /64, the usual size of one household or server, and in its /56 and /48 (`ipv6Networks`).
 * @param hops trusted proxies (TRUST_PROXY); 0 ignores X-Forwarded-For
 */
export const callerIpAddress = (context: Context<AppEnv>, hops: number): string =>
  ipAddressBehind(hops, headersOf(context), context.env?.incoming?.socket)

export function ipAddressBehind(
  hops: number,
  headers: IncomingHttpHeaders,
  socket: { remoteAddress?: string | undefined } | undefined,
): string {
  const forwarded = hops > 0 ? forwardedFor(requestHeader(headers, 'x-forwarded-for'), hops) : null
  return countedIpAddress(forwarded ?? socket?.remoteAddress ?? '')
}

/** The entry of the outermost trusted proxy; null for a shorter list or an invalid IP address. */
function forwardedFor(header: string | undefined, hops: number): string | null {
  const entry = header?.split(',').at(-hops)?.trim() ?? ''
  const ipAddress = entry.replace(/^\[([^\]]+)\](:\d+)?$/u, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, '$1')
  return isIP(ipAddress) ? ipAddress : null
}

/** IPv4 unchanged, IPv6 as its /64, IPv4-mapped IPv6 as IPv4; `unknown` for anything else. */
export function countedIpAddress(ipAddress: string): string {
  if (isIPv4(ipAddress)) return ipAddress
  const plain = ipAddress.replace(/%.*$/u, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1]
  if (mapped && isIP(mapped)) return mapped
  if (isIP(plain) === 4) return plain
  return isIP(plain) === 6 ? `${firstGroups(plain).join(':')}::/64` : 'unknown'
}

/** The first four groups, without leading zeros. */
function firstGroups(ipAddress: string): string[] {
  const [head = '', tail] = new URL(`http://[${ipAddress}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
}

/** A body in pieces of a few bytes costs a thousand times more than its length suggests. */
const SMALL_CHUNKS_MAX = 200
const SMALL_CHUNK_BYTES = 16

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * An empty object without a body.
 * @throws {ApiError} `request-too-large`, `unsupported-media-type`, `invalid-json`, `invalid-field-value` (nested too deep),
 * `field-limit-exceeded` (too many values), `invalid-field-type` (not an object)
 */
export async function readJsonBody(
  request: Request,
  { maxBytes = JSON_BODY_MAX_BYTES, type = 'application/json' } = {},
): Promise<object> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  if (mediaType(request) !== type) throw new ApiError('unsupported-media-type')
  requireBoundedShape(bytes)
  const value = parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid-field-type')
  return value
}

/** Lower case, without parameters. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Enforces the limit also without a declared length. The server drains the rest, so a client that is still sending gets the response.
 * @param signal stops reading: throws its reason
 * @throws {ApiError} `request-too-large`; `field-limit-exceeded` for too many small chunks
 */
export async function readBytes(request: Request, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new ApiError('request-too-large')
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let [length, readAtOnce] = [0, 0]
  const reader = request.body.getReader()
  const stopped = signal && rejectionOf(signal)
  const next = (): Promise<Read> => (stopped ? Promise.race([readNext(reader), stopped]) : readNext(reader))
  for (let read = await next(); !read.done; read = await next()) {
    length += read.value.length
    if (length > maxBytes) throw new ApiError('request-too-large')
    chunks.push(read.value)
    if (chunks.length > SMALL_CHUNKS_MAX && length < chunks.length * SMALL_CHUNK_BYTES)
      throw new ApiError('field-limit-exceeded', { message: 'The body has too many small chunks.' })
    readAtOnce += read.value.length
    if (readAtOnce < SLICE_BYTES) continue
    await yieldToEventLoop()
    readAtOnce = 0
  }
  return Buffer.concat(chunks, length)
}

/** Otherwise the network reads megabytes of each of many uploads in one turn of the event loop. */
const SLICE_BYTES = 131_072

type Read = ReadableStreamReadResult<Uint8Array>

/** Rejects with the reason once the signal is aborted. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(toApiError(signal.reason))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  // Nothing waits for it between two reads.
  rejection.catch(() => {})
  return rejection
}

/** A client that disconnects mid-body is not a server failure. */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Read> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new ApiError('invalid-json', { cause })
  }
}

/** Drops the parser's message, which quotes the body: a password must not reach a log. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new ApiError('invalid-json')
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Checked before parsing: deep lists and wide objects cost the parser and the checks a tenth of a second. */
function requireBoundedShape(bytes: Uint8Array): void {
  let [depth, values, isInText] = [0, 0, false]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isInText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1
      if (depth > JSON_BODY_MAX_DEPTH) throw new ApiError('invalid-field-value')
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1
    else if (byte === COMMA || byte === COLON) values += 1
  }
  if (values > JSON_BODY_MAX_VALUES)
    throw new ApiError('field-limit-exceeded', {
      message: `A request can have at most ${JSON_BODY_MAX_VALUES.toLocaleString('en')} values and keys.`,
    })
}

/** For boundaries, headers and text fields beside the file. */
const OVERHEAD_MAX_BYTES = 16_384
const PARTS_MAX = 16
const PART_HEADERS_MAX_BYTES = 4_096
const HEADERS_END = '\r\n\r\n'

/**
 * Text as strings, files as `File`. The last of two equal names wins.
 * @throws {ApiError} `unsupported-media-type`, `file-size-too-large`, or `invalid-form-data` for anything but a form
 */
export const readMultipartBody = async (request: Request, signal?: AbortSignal): Promise<object> =>
  Object.fromEntries(await readForm(request, PROFILE_IMAGE_MAX_BYTES, signal))

/**
 * The files of a form, under any names of fields, in their order.
 * @param maxBytes of all files together
 * @throws {ApiError} as `readMultipartBody`; `invalid-form-data` also for more files
 */
export async function readMultipartFiles(
  request: Request,
  maxBytes: number,
  maxFiles: number,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const files = [...(await readForm(request, maxBytes)).values()].filter((value) => value instanceof File)
  if (files.length === 0 || files.length > maxFiles) throw new ApiError('invalid-form-data')
  return Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })))
}

async function readForm(request: Request, maxBytes: number, signal?: AbortSignal): Promise<FormData> {
  const boundary = boundaryOf(request)
  const bytes = Buffer.from(await readBytes(request, maxBytes + OVERHEAD_MAX_BYTES, signal).catch(inFormTerms))
  // Several large forms may have arrived in the same turn.
  if (bytes.length > SLICE_BYTES) await yieldToEventLoop()
  requireBoundedParts(bytes, `--${boundary}`)
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(bytes, { headers }).formData().catch((cause: unknown) => {
    throw new ApiError('invalid-form-data', { cause })
  })
}

/** RFC 2046: up to 70 characters of this set. */
function boundaryOf(request: Request): string {
  if (mediaType(request) !== 'multipart/form-data') throw new ApiError('unsupported-media-type')
  const type = request.headers.get('content-type') ?? ''
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/iu.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  if (/^[\da-z'()+_,\-./:=? ]{1,70}$/iu.test(boundary)) return boundary
  throw new ApiError('invalid-form-data')
}

function inFormTerms(error: unknown): never {
  if (!(error instanceof ApiError) || error.code === 'server-busy') throw error
  throw new ApiError(error.code === 'request-too-large' ? 'file-size-too-large' : 'invalid-form-data', { cause: error })
}

/** Refuses thousands of parts or header lines, which would block the parser. */
function requireBoundedParts(body: Buffer, delimiter: string): void {
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const rest = body.subarray(at, at + delimiter.length + PART_HEADERS_MAX_BYTES)
    const isLast = rest.toString('latin1', delimiter.length, delimiter.length + 2) === '--'
    parts += 1
    if (parts > PARTS_MAX + 1 || (!isLast && !rest.includes(HEADERS_END))) throw new ApiError('invalid-form-data')
  }
}
