import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Context, Handler } from 'hono'
import type { ErrorBody, ErrorCode } from '../../contract/errors'
import { ApiError, describeError, toApiError } from '../lib/errors'
import type { Caller } from '../lib/security-log'
import { corsHeaders, VARY } from './cors'
import { isReported, type RequestHooks } from './logging'
import { type AppEnv, callerIpAddress, callerOf, factsOf } from './request'
import { refusalEvent } from './security-log'
import type { Services } from './services'

/** A response body that was serialized before. Requests share the bytes: never change them. */
export class SerializedAnswer<T extends object> {
  constructor(readonly json: Uint8Array<ArrayBuffer>) {}

  parse(): T {
    return JSON.parse(Buffer.from(this.json).toString())
  }
}

type AnswerJson = (context: Context<AppEnv>, origin: string | null, body: object) => Response

/**
 * Builds client API responses with all headers at once: setting them one by one takes longer than a session lookup. Header hooks skip them.
 * @param https whether PUBLIC_API_URL is https
 * @returns its `origin` is the caller's, checked; null without one
 */
export function createAnswerJson(https: boolean): AnswerJson {
  const always = { 'Content-Type': 'application/json', ...defaultHeaders(https), ...VARY }
  return (context, origin, body) => {
    context.set('isWhole', true)
    const headers: Record<string, string> = { ...always, 'X-Request-Id': context.get('requestId') }
    if (origin !== null) Object.assign(headers, corsHeaders(origin))
    return new Response(body instanceof SerializedAnswer ? body.json : JSON.stringify(body), { headers })
  }
}

export const HSTS_LIFETIME_SECONDS = 31_536_000
const STAY_WITH_HTTPS = `max-age=${HSTS_LIFETIME_SECONDS}; includeSubDomains`

/** Unless the route sets others: never a document, never stored. */
const DEFAULTS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** @param https see `securityHeaders` */
export const defaultHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...DEFAULTS,
  ...(https && { 'Strict-Transport-Security': STAY_WITH_HTTPS }),
})

/** Sets what the route has not set. @param https whether PUBLIC_API_URL is https: adds HSTS */
export const securityHeaders = (https: boolean): RequestHooks => ({
  end(context) {
    if (context.get('isWhole')) return
    const { headers } = context.res
    for (const [name, value] of Object.entries(DEFAULTS)) if (!headers.has(name)) headers.set(name, value)
    if (https) headers.set('Strict-Transport-Security', STAY_WITH_HTTPS)
  },
})

export interface FileAnswer {
  /** With its extension, without a path. */
  fileName: string
  mediaType: string
  content: Uint8Array
}

/** A download: browsers neither display, sniff nor run it. */
export function answerFile({ fileName, mediaType, content }: FileAnswer): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mediaType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}

/** Sandboxed, never framed. */
export const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const keepFor = {
  /** Revalidated at every use. */
  never: 'public, no-cache',
  minutes: 'public, max-age=300',
  /** For immutable content. */
  ever: 'public, max-age=31536000, immutable',
} as const

/** Types that many JSON-LD libraries ask for, because they do not know the types of credentials. */
const JSON_TYPES = ['application/ld+json', 'application/json'] as const

/**
 * The type of a credential, presentation or status list: its own by default, or a JSON type that the caller prefers.
 * @param type default, such as `application/vc`
 */
function preferredType(accept: string | undefined, type: string): string {
  const ranges = (accept ?? '').split(',').map((range, place) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((one) => one.startsWith('q='))
    return { name, place, quality: q === undefined ? 1 : Number(q.slice(2)) || 0 }
  })
  const rated = [type, ...JSON_TYPES].map((candidate) => {
    const names = [candidate, 'application/*', '*/*']
    const [best] = ranges
      .filter(({ name }) => names.includes(name))
      .toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    if (!best || best.quality === 0) return null
    return { candidate, quality: best.quality, exact: best.name === candidate ? 1 : 0, place: best.place }
  })
  const [chosen] = rated
    .filter((one) => one !== null)
    .toSorted((one, other) => other.quality - one.quality || other.exact - one.exact || one.place - other.place)
  return chosen?.candidate ?? type
}

interface OpenAnswer {
  content: string | Uint8Array
  type: string
  cacheControl: (typeof keepFor)[keyof typeof keepFor]
}

/** Readable from any page: no cookies, nothing runs. 304 for a matching If-None-Match. Credentials follow `Accept`. */
export function openAnswer(context: Context<AppEnv>, { content, type, cacheControl }: OpenAnswer): Response {
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cache-Control', cacheControl)
  const isNegotiated = type === 'application/vc' || type === 'application/vp'
  if (isNegotiated) context.header('Vary', 'Accept', { append: true })
  const chosen = isNegotiated ? preferredType(context.req.header('accept'), type) : type
  // Another type is another representation, so it has a tag of its own.
  const hashed = createHash('sha256').update(content)
  const tag = `"${(chosen === type ? hashed : hashed.update(chosen)).digest('base64url')}"`
  context.header('ETag', tag)
  const known = new Set(tagsIn(context.req.header('if-none-match')))
  if (known.has(tag) || known.has('*')) return context.body(null, 304)
  context.header('Content-Type', chosen)
  return context.body(typeof content === 'string' ? content : new Uint8Array(content), 200)
}

const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''))

/** Responds to any thrown value in the contract's error format. */
export function respondError(services: ErrorServices, trustProxyHops: number) {
  return (thrown: unknown, context: Context<AppEnv>): Response => {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const init = new Response(null, { status: error.status, headers: { 'Content-Type': 'application/json' } })
    return context.newResponse(JSON.stringify(errorBody(error)), init)
  }
}

/** Also reports the error: see `reportError`. */
export function prepareErrorHeaders(
  services: ErrorServices,
  context: Context<AppEnv>,
  error: ApiError,
  trustProxyHops: number,
): void {
  const caller = () => context.get('caller') ?? callerOf(context, callerIpAddress(context, trustProxyHops))
  reportError(services, error, { requestId: context.get('requestId'), caller })
  const seconds = retryAfter(error)
  if (seconds !== undefined) context.header('Retry-After', String(seconds))
  // Otherwise the rest of a body of unknown length would be read to its end before the next request.
  if (context.req.header('transfer-encoding') !== undefined) context.header('Connection', 'close')
}

type ErrorServices = Pick<Services, 'log' | 'securityLog'>

/** Callers can cause these at will: the place that throws logs them once, or `/metrics` counts them. */
const NOT_LOGGED: ReadonlySet<ErrorCode> = new Set(['webhook-not-configured', 'server-busy'])

/**
 * Server failures are logged with the request ID that the caller gets; possible attacks go to the security log; callers' mistakes do not.
 * @param caller called only if something is written
 */
function reportError(
  { log, securityLog }: ErrorServices,
  error: ApiError,
  { requestId, caller }: { requestId: string; caller: () => Caller },
): void {
  const refusal = isReported(error) ? null : refusalEvent(error)
  if (refusal) securityLog.write(refusal.event, { ...factsOf(caller()), reason: refusal.reason })
  if (error.status < 500 || NOT_LOGGED.has(error.code)) return
  log.error({ requestId, code: error.code, error: describeError(error.cause ?? error) }, 'request failed')
}

function errorBody(error: ApiError): ErrorBody {
  const { code, message, provider, methods, puzzle, step, changes, suggestions, refusal } = error
  const retryAfterSeconds = retryAfter(error)
  return {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(provider !== undefined && { provider }),
    ...(methods !== undefined && { methods }),
    ...(puzzle !== undefined && { puzzle }),
    ...(step && { challenge: step.challenge, expires: step.expires }),
    ...(changes !== undefined && { changes }),
    ...(suggestions !== undefined && { suggestions }),
    ...(refusal !== undefined && { refusal }),
  }
}

/** Whole seconds. */
function retryAfter({ retryAfterSeconds }: ApiError): number | undefined {
  return retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds))
}

/** A replaced video keeps its URL, so browsers revalidate after this time. */
const MAX_AGE_SECONDS = 86_400

/** For any origin, with range requests, which some players require. @param revalidate at every use (development) */
export function serveMedia(read: () => Promise<MediaFile | null>, type: string, revalidate: boolean): Handler<AppEnv> {
  return async (context) => {
    const file = await read()
    if (file === null) throw new ApiError('not-found')
    const etag = `"${file.hash}"`
    context.header('ETag', etag)
    context.header('Cache-Control', revalidate ? 'no-cache' : `public, max-age=${MAX_AGE_SECONDS}`)
    context.header('Accept-Ranges', 'bytes')
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304)
    return answer(context, file.body, type, wantedRange(context, etag, file.body.length))
  }
}

function answer(context: Context<AppEnv>, body: Buffer, type: string, range: ByteRange): Response {
  if (range === 'none') {
    context.header('Content-Range', `bytes */${body.length}`)
    return context.body(null, 416)
  }
  context.header('Content-Type', type)
  if (range === null) return context.body(new Uint8Array(body), 200)
  context.header('Content-Range', `bytes ${range.first}-${range.last}/${body.length}`)
  return context.body(new Uint8Array(body.subarray(range.first, range.last + 1)), 206)
}

/** First and last byte; `null`: the whole file, `none`: outside the file. */
type ByteRange = { first: number; last: number } | 'none' | null

/** RFC 9110 section 14. Sends the whole file if it changed since the first part, and for several ranges, which are not supported. */
export function wantedRange(context: Context<AppEnv>, etag: string, length: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(context.req.header('range') ?? '') ?? []
  const since = context.req.header('if-range')
  if ((from === '' && to === '') || (since !== undefined && since !== etag)) return null
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  // An end before the start is invalid; RFC 9110 ignores it.
  if (from !== '' && to !== '' && Number(to) < first) return null
  return first > last ? 'none' : { first, last }
}

/** Needs no compression, such as a video. */
export interface MediaFile {
  body: Buffer
  /** Strong ETag, without quotes. */
  hash: string
}

/** Reads the file once and caches it. @param watch check for a newer one at every read (development) @returns null while it is missing */
export function cacheMedia(file: string, watch: boolean): () => Promise<MediaFile | null> {
  let cached: { stamp: number; content: MediaFile } | null = null
  const read = async (): Promise<MediaFile> => {
    if (cached && !watch) return cached.content
    const { mtimeMs } = await stat(file)
    if (cached?.stamp === mtimeMs) return cached.content
    const body = await readFile(file)
    cached = { stamp: mtimeMs, content: { body, hash: createHash('sha256').update(body).digest('base64url') } }
    return cached.content
  }
  return () =>
    read().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
}

export type Encoding = 'br' | 'gzip' | null

/** Brotli, then gzip, then identity; `q=0` excludes one. */
export function chooseEncoding(header: string | undefined): Encoding {
  const accepted = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    accepted.set(name, quality === undefined ? 1 : Number(quality))
  }
  const takes = (name: string): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}
