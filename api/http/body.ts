import {
  JSON_BODY_MAX_BYTES,
  JSON_BODY_MAX_DEPTH,
  JSON_BODY_MAX_VALUES,
  PROFILE_IMAGE_MAX_BYTES,
} from '../../contract/limits'
import { ApiError } from '../lib/errors'

/** A body in pieces of a few bytes costs a thousand times what its length says. Clients send kilobytes at a time. */
const SMALL_CHUNKS_MAX = 200
const SMALL_CHUNK_BYTES = 16

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON object in a request's body; an empty object when there is no body.
 * @throws {ApiError} `request-too-large`, `unsupported-media-type`, `invalid-json`, `invalid-field-value` for data that is nested too
 *   deep, `field-limit-exceeded` for too many values or, for JSON that is no object, `invalid-field-type`
 */
export async function readJsonBody(request: Request, maxBytes = JSON_BODY_MAX_BYTES): Promise<object> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.length === 0) return {}
  if (mediaType(request) !== 'application/json') throw new ApiError('unsupported-media-type')
  requireBoundedShape(bytes)
  const value = parse(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid-field-type')
  return value
}

/** The media type of a request, in lower case and without its parameters. */
export function mediaType(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/**
 * Reads a body and stops at the limit, whether or not the request announced its length. What is left unread is
 * drained by the server after the answer, so that a client that is still sending gets the answer.
 * @throws {ApiError} `request-too-large`, `field-limit-exceeded` for too many small chunks
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new ApiError('request-too-large')
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (let read = await next(reader); !read.done; read = await next(reader)) {
    length += read.value.length
    if (length > maxBytes) throw new ApiError('request-too-large')
    chunks.push(read.value)
    if (chunks.length > SMALL_CHUNKS_MAX && length < chunks.length * SMALL_CHUNK_BYTES)
      throw new ApiError('field-limit-exceeded', { message: 'The body comes in too many small chunks.' })
  }
  return Buffer.concat(chunks, length)
}

/** A client that goes away in the middle of its body is not our failure. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new ApiError('invalid-json', { cause })
  }
}

/** The parser's own message quotes the body, so it is dropped: a password must not reach a log. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new ApiError('invalid-json')
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Before it is parsed: deep lists and wide objects take the parser, and the checks behind it, a tenth of a second. */
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
      message: `A request has at most ${JSON_BODY_MAX_VALUES.toLocaleString('en')} values and keys.`,
    })
}

/** Room for boundaries, headers and text fields beside the one file. */
const OVERHEAD_MAX_BYTES = 16_384
const PARTS_MAX = 16
const PART_HEADERS_MAX_BYTES = 4_096
const HEADERS_END = '\r\n\r\n'

/**
 * The fields of a form with a file: text as a string, a file as a `File`. Of two with one name the last counts.
 * @throws {ApiError} `unsupported-media-type`, `file-size-too-large` or, for what is no form, `invalid-form-data`
 */
export async function readMultipartBody(request: Request): Promise<object> {
  const boundary = boundaryOf(request)
  const bytes = Buffer.from(await readBytes(request, PROFILE_IMAGE_MAX_BYTES + OVERHEAD_MAX_BYTES).catch(inFormTerms))
  refuseCostly(bytes, `--${boundary}`)
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData().catch((cause: unknown) => {
    throw new ApiError('invalid-form-data', { cause })
  })
  return Object.fromEntries(form)
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

/** The reader of bytes speaks of requests and JSON. */
function inFormTerms(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError(error.code === 'request-too-large' ? 'file-size-too-large' : 'invalid-form-data', { cause: error })
}

/** Thousands of parts or header lines would keep the parser busy for long: an honest form has a few. */
function refuseCostly(body: Buffer, delimiter: string): void {
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const rest = body.subarray(at, at + delimiter.length + PART_HEADERS_MAX_BYTES)
    const isLast = rest.toString('latin1', delimiter.length, delimiter.length + 2) === '--'
    parts += 1
    if (parts > PARTS_MAX + 1 || (!isLast && !rest.includes(HEADERS_END))) throw new ApiError('invalid-form-data')
  }
}
