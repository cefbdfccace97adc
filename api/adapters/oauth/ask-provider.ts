import { ApiError } from '../../lib/errors'
import { providerError } from './provider-error'

/** Far more than any of them sends; discovery documents and keys are the longest. */
const ANSWER_MAX_BYTES = 512 * 1024

export interface ProviderCall extends Pick<RequestInit, 'method' | 'body' | 'headers'> {
  provider: string
  url: string | URL
  signal: AbortSignal
}

export interface ProviderReply {
  /** 2xx or 4xx. */
  status: number
  /** What the JSON says; undefined: it was none. */
  body: unknown
}

/**
 * One call to a provider, bounded in time and size. Redirects are not followed: a secret or a token goes where the owner
 * said, nowhere else.
 * @throws ApiError `provider-unavailable`
 */
export async function askProvider({ provider, url, headers, ...call }: ProviderCall): Promise<ProviderReply> {
  const unavailable = (what: string) => providerError('provider-unavailable', provider, what)
  try {
    const response = await fetch(url, {
      ...call,
      redirect: 'manual',
      // GitHub answers in another format without the one, and not at all without the other.
      headers: { accept: 'application/json', 'user-agent': 'trusttag-membership', ...headersOf(headers) },
    })
    if (response.status >= 500 || response.status === 429 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw unavailable(`answered with status ${response.status}`)
    }
    const text = await readBounded(response)
    if (text === null) throw unavailable('answered with more than is read')
    return { status: response.status, body: parse(text) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw unavailable(`could not be asked: ${codeOf(error)}`)
  }
}

const headersOf = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers))

/** Null: it is longer than what is read. What it holds unpacked counts. */
async function readBounded({ body }: Response): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > ANSWER_MAX_BYTES) {
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

/** Such as ECONNREFUSED. The message of a network error may quote a certificate or a header of the other side. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'time is up'
  const { cause } = error
  const code: unknown = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^\w{1,60}$/u.test(code) ? code : 'no connection'
}
