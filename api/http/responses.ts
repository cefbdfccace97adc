import { corsHeaders, VARY } from './cors'
import type { Context } from 'hono'
import type { AppEnv } from './request'
import type { RequestHooks } from './logging'
import type { FileAnswer } from '../ports/handler'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'

/**
 * The headers of a JSON answer of the client API, one after the other: name, value, name, value. @param origin the caller's, checked;
 * null without one
 */
export type AnswerHeaders = (requestId: string, origin: string | null) => string[]

/**
 * All headers at once, and as Node writes them: to set them one by one on an answer that is made, or to copy them from one object into
 * another, takes longer than the look-up of a session.
 * @param https whether PUBLIC_API_URL is https
 */
export function createAnswerHeaders(https: boolean): AnswerHeaders {
  const always = listOf(headersOfJson(https))
  return (requestId, origin) => {
    const headers = [...always, 'X-Request-Id', requestId]
    if (origin !== null) headers.push(...listOf(corsHeaders(origin)))
    return headers
  }
}

/** Those that are the same for every such answer. @param https see `createAnswerHeaders` */
export const headersOfJson = (https: boolean): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  ...defaultHeaders(https),
  ...VARY,
})

const listOf = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()

export type AnswerJson = (context: Context<AppEnv>, origin: string | null, body: object) => Response

/**
 * Answers of the client API, with all their headers at once: see `createAnswerHeaders`. What sets headers for every route leaves such
 * an answer alone.
 * @param https whether PUBLIC_API_URL is https
 * @returns its `origin` is the caller's, checked; null without one
 */
export function createAnswerJson(https: boolean): AnswerJson {
  const always = headersOfJson(https)
  return (context, origin, body) => {
    context.set('isWhole', true)
    const headers: Record<string, string> = { ...always, 'X-Request-Id': context.get('requestId') }
    if (origin !== null) Object.assign(headers, corsHeaders(origin))
    return new Response(JSON.stringify(body), { headers })
  }
}

export const HSTS_LIFETIME_SECONDS = 31_536_000
const STAY_WITH_HTTPS = `max-age=${HSTS_LIFETIME_SECONDS}; includeSubDomains`

/** What every answer carries unless the route has set its own: data for the caller, never a document, never stored. */
const DEFAULTS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** The same for a whole answer. @param https see `securityHeaders` */
export const defaultHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  ...DEFAULTS,
  ...(https && { 'Strict-Transport-Security': STAY_WITH_HTTPS }),
})

/** @param https whether PUBLIC_API_URL is https: then browsers are told to stay there */
export const securityHeaders = (https: boolean): RequestHooks => ({
  end(context) {
    if (context.get('isWhole')) return
    const { headers } = context.res
    for (const [name, value] of Object.entries(DEFAULTS)) if (!headers.has(name)) headers.set(name, value)
    if (https) headers.set('Strict-Transport-Security', STAY_WITH_HTTPS)
  },
})

/** A file to keep: no browser shows it, guesses at it, or runs anything in it. */
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

/** Of whatever is a file and no page: opened by itself it is a document without any rights, and in nobody's frame. */
export const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** How long others may keep an answer. */
export const keepFor = {
  /** Asked about each time. */
  never: 'public, no-cache',
  minutes: 'public, max-age=300',
  /** It never changes. */
  ever: 'public, max-age=31536000, immutable',
} as const

export interface OpenAnswer {
  content: string | Uint8Array
  type: string
  cacheControl: (typeof keepFor)[keyof typeof keepFor]
}

/**
 * An answer for whoever asks, from any page: never with cookies, and no browser runs anything in it. Who has it already is
 * told so (304).
 */
export function openAnswer(context: Context<AppEnv>, { content, type, cacheControl }: OpenAnswer): Response {
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cache-Control', cacheControl)
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
  context.header('ETag', tag)
  const known = new Set(tagsIn(context.req.header('if-none-match')))
  if (known.has(tag) || known.has('*')) return context.body(null, 304)
  context.header('Content-Type', type)
  return context.body(typeof content === 'string' ? content : new Uint8Array(content), 200)
}

const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''))

/** First and last byte; `null` for the whole, `none` for a part that the file does not have. */
export type ByteRange = { first: number; last: number } | 'none' | null

/**
 * The part of a file that a request asks for (RFC 9110 section 14). Of a file that has changed since the caller's first part,
 * the whole is sent. Several parts at once nobody needs.
 */
export function wantedRange(context: Context<AppEnv>, etag: string, length: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(context.req.header('range') ?? '') ?? []
  const since = context.req.header('if-range')
  if ((from === '' && to === '') || (since !== undefined && since !== etag)) return null
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  // An end before the start is no range at all.
  if (from !== '' && to !== '' && Number(to) < first) return null
  return first > last ? 'none' : { first, last }
}

/** A file that is compressed by nature, such as a video. */
export interface MediaFile {
  body: Buffer
  /** Strong validator, without quotes. */
  hash: string
}

/**
 * Reads one such file of the build, from memory once it is there.
 * @param file its path
 * @param watch whether to look for a newer one at every read (development)
 * @returns null while there is none
 */
export function holdMedia(file: string, watch: boolean): () => Promise<MediaFile | null> {
  let held: { stamp: number; content: MediaFile } | null = null
  const read = async (): Promise<MediaFile> => {
    if (held && !watch) return held.content
    const { mtimeMs } = await stat(file)
    if (held?.stamp === mtimeMs) return held.content
    const body = await readFile(file)
    held = { stamp: mtimeMs, content: { body, hash: createHash('sha256').update(body).digest('base64url') } }
    return held.content
  }
  return () =>
    read().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
}
