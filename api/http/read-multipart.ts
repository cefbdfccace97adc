import { PROFILE_IMAGE_MAX_BYTES } from '../../contract/limits'
import { ApiError } from '../domain/api-error'
import { mediaType, readBytes } from './read-body'

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
