import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { PAGE_FETCH_MAX_BYTES, PAGE_FETCH_MAX_SECONDS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import type { AdminHandlers } from '../apps/secret-keys'
import { checkedLookup, isAllowedIpAddress, type Resolve, systemResolve } from '../webhooks/url'

export const pageHandlers: Pick<AdminHandlers, 'fetchPage'> = {
  /**
   * The HTML of a public page, for the page checker; its rules run in the browser. Follows no redirect.
   * @throws ApiError `invalid-page-url`, `page-unreachable`, `too-many-requests`
   */
  async fetchPage({ rateLimiter, webhooksToLoopback: loopback }, { keyId, signal }, { url }) {
    await rateLimiter.take('pageFetchesPerPerson', keyId)
    return { data: await fetchPage(url, { loopback, signal: signal?.() }) }
  },
}

interface FetchOptions {
  /** Development: allows this machine. */
  loopback: boolean
  signal?: AbortSignal | undefined
  resolve?: Resolve
}

interface FetchedPage {
  url: string
  statusCode: number
  contentType: string
  html: string
  isCut: boolean
}

const HEADERS_MAX_BYTES = 16_384

/** @throws ApiError `invalid-page-url`, `page-unreachable` */
export async function fetchPage(
  text: string,
  { loopback, signal, resolve = systemResolve }: FetchOptions,
): Promise<FetchedPage> {
  const url = readPageUrl(text, loopback)
  const limit = AbortSignal.timeout(PAGE_FETCH_MAX_SECONDS * 1000)
  const options: RequestOptions = {
    headers: { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'membership-page-checker' },
    lookup: checkedLookup(resolve, { loopback }),
    // Connections are not reused: the lookup was checked for this request only.
    agent: false,
    maxHeaderSize: HEADERS_MAX_BYTES,
    signal: signal ? AbortSignal.any([limit, signal]) : limit,
  }
  try {
    return await get(url, options)
  } catch (cause) {
    throw new ApiError('page-unreachable', { cause })
  }
}

/** @throws ApiError `invalid-page-url` */
function readPageUrl(text: string, loopback: boolean): URL {
  const url = parseUrl(/^[a-z]+:\/\//iu.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ApiError('invalid-page-url')
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const isForbidden = isIP(host) === 0 ? isLoopback(host) && !loopback : !isAllowedIpAddress(host, { loopback })
  if (isForbidden) throw new ApiError('invalid-page-url')
  url.hash = ''
  return url
}

function get(url: URL, options: RequestOptions): Promise<FetchedPage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      readPage(url, response)
        .then(resolve, reject)
        .finally(() => sent.destroy())
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function readPage({ href }: URL, response: IncomingMessage): Promise<FetchedPage> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > PAGE_FETCH_MAX_BYTES) break
  }
  const html = Buffer.concat(chunks).subarray(0, PAGE_FETCH_MAX_BYTES).toString('utf8')
  const { statusCode = 0, headers } = response
  return {
    url: href,
    statusCode,
    contentType: headers['content-type'] ?? '',
    html,
    isCut: bytes > PAGE_FETCH_MAX_BYTES,
  }
}
