import { endpoints, type EndpointName } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answer, Call } from '../../contract/schemas'
import { solveChallenge } from '../../contract/solve-challenge'
import { isVerification, type Verification } from './verification'

/** What of the API the site asks itself; everything about accounts goes through the membership script. */
type SiteEndpoint = 'sendInquiry' | 'sendContactMessage'
/** What a form fills in; the answer to the captcha's puzzle is added here. */
export type Sent<K extends SiteEndpoint> = Omit<Call<K>, 'captchaToken'>

export interface SiteResult {
  success: boolean
  /** What the person may quote, once it is with us. */
  reference?: string
  /** Why it failed, for the person; empty if the server gave no text. */
  error?: string
}

/** What came of looking up a TrustTag. */
export type VerifyResult =
  | { outcome: 'found'; tag: Verification }
  /** No TrustTag has this ID. */
  | { outcome: 'unknown' }
  /** Nobody can say. The server's words, empty if it gave none. */
  | { outcome: 'failed'; error: string }

export interface SiteApi {
  /** Looks up a TrustTag by its ID. It never rejects. */
  verify: (id: string) => Promise<VerifyResult>
  /** Solves a puzzle, which takes a device about a second, and sends. It never rejects. */
  send: <K extends SiteEndpoint>(name: K, input: Sent<K>) => Promise<SiteResult>
}

export interface SiteApiDeps {
  document: Document
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Undefined where the page is not secure. */
  subtle: SubtleCrypto | undefined
  /** Takes what went wrong, for the console. Never gets what the person typed. */
  report: (message: string, detail: string) => void
}

/** The API behind the site: of the origin and the app that the membership tag of the page names. */
export function createSiteApi({ document, fetch, subtle, report }: SiteApiDeps): SiteApi {
  async function request(method: Endpoint['method'], path: string, body?: object): Promise<unknown> {
    const tag = document.querySelector<HTMLScriptElement>('script[data-memberstack-app]')
    if (!tag) throw new Error('The page has no membership tag.')
    const { memberstackApp = '' } = tag.dataset
    const response = await fetch(`${new URL(tag.src).origin}${path}`, {
      method,
      headers: { 'x-app-id': memberstackApp, 'x-api-key': memberstackApp, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new RefusedError(textOf(answer, 'message'), textOf(answer, 'code'))
  }

  async function ask<K extends EndpointName>(name: K, body?: object): Promise<Answer<K>> {
    const { method, path }: Endpoint = endpoints[name]
    const answer = await request(method, path, body)
    if (isAnswer<K>(answer)) return answer
    throw new Error('The answer has no data.')
  }

  return {
    async verify(id) {
      try {
        const answer = await request('GET', `/trusttag/verify/${encodeURIComponent(id)}`)
        if (isAnswer(answer) && isVerification(answer.data)) return { outcome: 'found', tag: answer.data }
        throw new Error('The answer is no TrustTag.')
      } catch (error) {
        if (error instanceof RefusedError && error.code === 'tag-not-found') return { outcome: 'unknown' }
        report('The call verify failed:', error instanceof Error ? error.message : String(error))
        return { outcome: 'failed', error: error instanceof RefusedError ? error.message : '' }
      }
    },
    async send(name, input) {
      try {
        if (!subtle) throw new RefusedError('This form works only where the page is opened over https.')
        const { data: puzzle } = await ask('getCaptchaChallenge')
        const captchaToken = await solveChallenge(puzzle, subtle)
        const { data } = await ask<SiteEndpoint>(name, { ...input, captchaToken })
        return { success: true, reference: data.reference }
      } catch (error) {
        report(`The call ${name} failed:`, error instanceof Error ? error.message : String(error))
        return { success: false, error: error instanceof RefusedError ? error.message : '' }
      }
    },
  }
}

/** The server answered, and said no. */
class RefusedError extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message)
  }
}

/** What stands under `data` is the contract's word: the server checked it. */
const isAnswer = <K extends EndpointName>(body: unknown): body is Answer<K> =>
  typeof body === 'object' && body !== null && 'data' in body

/** A text of an answer that says no, empty without one. */
function textOf(answer: unknown, name: 'message' | 'code'): string {
  const fields = new Map<string, unknown>(Object.entries(answer ?? {}))
  const text = fields.get(name)
  return typeof text === 'string' ? text : ''
}
