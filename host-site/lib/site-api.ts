import { endpoints, type EndpointName } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answer, Call, Output } from '../../contract/schemas'
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

/** Calls of the member, or of the visitor's browser, that fill a page. */
export type SiteCall =
  'startAttempt' | 'listAttempts' | 'claimAttempts' | 'getAttempt' | 'saveAnswers' | 'completeAttempt'

export type CallResult<K extends SiteCall> =
  | { success: true; data: Output<K>; message: string }
  | {
      success: false
      /** Empty when no answer came. */
      code: string
      /** For the person; empty if the server gave no text. */
      error: string
      /** Null when waiting does not help, or nobody knows. */
      retryAfterSeconds: number | null
    }

export interface SiteApi {
  /** Sends as whoever is logged in, and as this browser. It never rejects. */
  call: <K extends SiteCall>(name: K, input: Call<K>) => Promise<CallResult<K>>
  /** Looks up a TrustTag by its ID. It never rejects. */
  verify: (id: string) => Promise<VerifyResult>
  /** Solves a puzzle, which takes a device about a second, and sends. It never rejects. */
  send: <K extends SiteEndpoint>(name: K, input: Sent<K>) => Promise<SiteResult>
}

export interface SiteApiDeps {
  document: Document
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The member's session token; null for a visitor. */
  token: () => Promise<string | null>
  /** What this browser is known by before anybody is logged in; kept for as long as the browser likes. */
  visitor: { read: () => string | null; keep: (token: string) => void }
  /** Undefined where the page is not secure. */
  subtle: SubtleCrypto | undefined
  /** Takes what went wrong, for the console. Never gets what the person typed. */
  report: (message: string, detail: string) => void
}

/** The API behind the site: of the origin and the app that the membership tag of the page names. */
export function createSiteApi(deps: SiteApiDeps): SiteApi {
  const { subtle, report } = deps
  const request = createRequest(deps)
  const sendAs = createSendAs(deps, request)

  async function ask<K extends EndpointName>(name: K, body?: object): Promise<Answer<K>> {
    const { method, path }: Endpoint = endpoints[name]
    return toAnswer<K>(await request(method, path, body))
  }

  return {
    async call(name, input) {
      try {
        const { data, message = '' } = await sendAs(name, input)
        return { success: true, data, message }
      } catch (error) {
        report(`The call ${name} failed:`, textOfError(error))
        if (!(error instanceof RefusedError)) return { success: false, code: '', error: '', retryAfterSeconds: null }
        return { success: false, code: error.code, error: error.message, retryAfterSeconds: error.retryAfterSeconds }
      }
    },
    async verify(id) {
      try {
        const { method, path } = endpoints.verifyTag
        const answer = await request(method, fillPath(path, { tagId: id }).filled)
        if (isAnswer(answer) && isVerification(answer.data)) return { outcome: 'found', tag: answer.data }
        throw new Error('The answer is no TrustTag.')
      } catch (error) {
        if (error instanceof RefusedError && error.code === 'tag-not-found') return { outcome: 'unknown' }
        report('The call verify failed:', textOfError(error))
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
        report(`The call ${name} failed:`, textOfError(error))
        return { success: false, error: error instanceof RefusedError ? error.message : '' }
      }
    },
  }
}

type Request = (
  method: Endpoint['method'],
  path: string,
  body?: object,
  more?: Record<string, string>,
) => Promise<unknown>

/** One call as the app of the page's tag. The answer's body; throws what was refused, or went wrong. */
function createRequest({ document, fetch }: Pick<SiteApiDeps, 'document' | 'fetch'>): Request {
  return async (method, path, body, more = {}) => {
    const tag = document.querySelector<HTMLScriptElement>('script[data-memberstack-app]')
    if (!tag) throw new Error('The page has no membership tag.')
    const { memberstackApp = '' } = tag.dataset
    const response = await fetch(`${new URL(tag.src).origin}${path}`, {
      method,
      headers: {
        'x-app-id': memberstackApp,
        'x-api-key': memberstackApp,
        'content-type': 'application/json',
        ...more,
      },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    throw new RefusedError(textOf(answer, 'message'), textOf(answer, 'code'), retryOf(answer))
  }
}

/** Calls as whoever is logged in, and as the browser of a visitor. */
function createSendAs({ token, visitor }: Pick<SiteApiDeps, 'token' | 'visitor'>, request: Request) {
  async function identity(): Promise<Record<string, string>> {
    const [session, known] = [await token(), visitor.read()]
    return { ...(session && { authorization: `Bearer ${session}` }), ...(known && { 'x-visitor-token': known }) }
  }

  return async <K extends SiteCall>(name: K, input: Call<K>): Promise<Answer<K>> => {
    const { method, path }: Endpoint = endpoints[name]
    const { filled, rest } = fillPath(path, input)
    const answer = toAnswer<K>(await request(method, filled, method === 'GET' ? undefined : rest, await identity()))
    const given: object = answer.data
    if ('visitorToken' in given && typeof given.visitorToken === 'string') visitor.keep(given.visitorToken)
    return answer
  }
}

const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The server answered, and said no. */
class RefusedError extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

function toAnswer<K extends EndpointName>(body: unknown): Answer<K> {
  if (!isAnswer<K>(body)) throw new Error('The answer has no data.')
  return body
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

const retryOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer && 'retryAfterSeconds' in answer && typeof answer.retryAfterSeconds === 'number'
    ? answer.retryAfterSeconds
    : null

/** Puts the path parameters in their places; what is left is the body. */
function fillPath(path: string, input: object): { filled: string; rest: object } {
  const rest = new Map<string, unknown>(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  return { filled, rest: Object.fromEntries(rest) }
}
