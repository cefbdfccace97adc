import type { Endpoint } from '../../contract/endpoints/endpoint'
import type { assessmentEndpoints } from '../../contract/endpoints/assessments'
import type { tagProfileEndpoints } from '../../contract/endpoints/tag-profiles'
import type { tagPurchaseEndpoints } from '../../contract/endpoints/tag-purchases'
import type { tagEndpoints } from '../../contract/endpoints/tags'
import type { workSampleEndpoints } from '../../contract/endpoints/work-samples'
import { fillPath } from '../../contract/fill-path'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answer, Call, Output } from '../../contract/schemas'
import { solveChallenge } from '../../contract/solve-challenge'
import { fileNameOf, isAnswer, RefusedError, refusalOf, textOfError, toAnswer } from './site-answers'
import { siteEndpoints, type SiteEndpointName } from './site-endpoints'
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
  | keyof typeof assessmentEndpoints
  | keyof typeof tagPurchaseEndpoints
  | Exclude<keyof typeof tagEndpoints, SiteDownload | 'verifyTag'>
  | Exclude<keyof typeof tagProfileEndpoints, SiteDownload>
  | Exclude<keyof typeof workSampleEndpoints, 'sendWorkSample'>

/** What comes as a file. */
export type SiteDownload = 'getCertificatePdf' | 'getPortfolioArchive'

export interface CallFailure {
  success: false
  /** Empty when no answer came. */
  code: string
  /** For the person; empty if the server gave no text. */
  error: string
  /** Null when waiting does not help, or nobody knows. */
  retryAfterSeconds: number | null
}

export type CallResult<K extends SiteCall> = { success: true; data: Output<K>; message: string } | CallFailure

export type DownloadResult = { success: true; file: Blob; fileName: string } | CallFailure

export type UploadResult = { success: true; data: Output<'sendWorkSample'> } | CallFailure

/** Where the bytes belong. */
export interface FilePart {
  sampleId: string
  offset: number
  content: Uint8Array<ArrayBuffer>
}

export interface SiteApi {
  /** Sends as whoever is logged in, and as this browser. It never rejects. */
  call: <K extends SiteCall>(name: K, input: Call<K>) => Promise<CallResult<K>>
  /** Fetches a file of the member's, with the name it comes with. It never rejects. */
  download: <K extends SiteDownload>(name: K, input: Call<K>) => Promise<DownloadResult>
  /** Sends the next part of a file of the member's; what was cut off by the signal is not reported. It never rejects. */
  upload: (part: FilePart, signal: AbortSignal) => Promise<UploadResult>
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
  const respond = createRespond(deps)
  const identity = createIdentity(deps)
  const sendAs = createSendAs(deps, respond, identity)

  async function ask<K extends SiteEndpointName>(name: K, body?: object): Promise<Answer<K>> {
    const { method, path }: Endpoint = siteEndpoints[name]
    return toAnswer<K>(await (await respond(method, path, { ...(body && { body }) })).json())
  }

  function fail(name: SiteEndpointName, error: unknown): CallFailure {
    const isRefused = error instanceof RefusedError
    // That a session has ended is an answer: a page that is being left by a logout gets it to all that it still asked.
    if (!isRefused || error.code !== 'client/invalid-token') report(`The call ${name} failed:`, textOfError(error))
    if (!isRefused) return NO_ANSWER
    return { success: false, code: error.code, error: error.message, retryAfterSeconds: error.retryAfterSeconds }
  }

  return {
    async call(name, input) {
      try {
        const { data, message = '' } = await sendAs(name, input)
        return { success: true, data, message }
      } catch (error) {
        return fail(name, error)
      }
    },
    ...createFileCalls(respond, identity, fail),
    async verify(id) {
      try {
        const { method, path } = siteEndpoints.verifyTag
        const answer: unknown = await (await respond(method, fillPath(path, { tagId: id }).path)).json()
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

/** What goes and comes as bytes. */
function createFileCalls(
  respond: Respond,
  identity: Identity,
  fail: (name: SiteEndpointName, error: unknown) => CallFailure,
): Pick<SiteApi, 'download' | 'upload'> {
  return {
    async download(name, input) {
      try {
        const { method, path } = siteEndpoints[name]
        const response = await respond(method, fillPath(path, input).path, { headers: await identity() })
        return { success: true, file: await response.blob(), fileName: fileNameOf(response) }
      } catch (error) {
        return fail(name, error)
      }
    },
    async upload({ sampleId, offset, content }, signal) {
      try {
        const { method, path } = siteEndpoints.sendWorkSample
        const headers = { ...(await identity()), 'content-type': 'application/octet-stream' }
        const address = `${fillPath(path, { sampleId }).path}?offset=${offset}`
        const response = await respond(method, address, { headers, body: content, signal })
        return { success: true, data: toAnswer<'sendWorkSample'>(await response.json()).data }
      } catch (error) {
        return signal.aborted ? NO_ANSWER : fail('sendWorkSample', error)
      }
    },
  }
}

const NO_ANSWER: CallFailure = { success: false, code: '', error: '', retryAfterSeconds: null }

/** Of a part of a file: it may take a slow line a while. */
const UPLOAD_TIMEOUT_MS = 6 * REQUEST_TIMEOUT_MS

interface Sending {
  /** Bytes go as they are, anything else as JSON. */
  body?: object
  headers?: Record<string, string>
  /** Cuts an upload off. */
  signal?: AbortSignal
}

type Respond = (method: Endpoint['method'], path: string, sending?: Sending) => Promise<Response>

/** One call as the app of the page's tag. The answer, its body still to be read; throws what was refused, or went wrong. */
function createRespond({ document, fetch }: Pick<SiteApiDeps, 'document' | 'fetch'>): Respond {
  return async (method, path, { body, headers = {}, signal } = {}) => {
    const tag = document.querySelector<HTMLScriptElement>('script[data-memberstack-app]')
    if (!tag) throw new Error('The page has no membership tag.')
    const { memberstackApp = '' } = tag.dataset
    const response = await fetch(`${new URL(tag.src).origin}${path}`, {
      method,
      headers: {
        'x-app-id': memberstackApp,
        'x-api-key': memberstackApp,
        'content-type': 'application/json',
        ...headers,
      },
      signal: signal
        ? AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)])
        : AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body && { body: isBytes(body) ? body : JSON.stringify(body) }),
    })
    if (response.ok) return response
    throw refusalOf(await response.json())
  }
}

const isBytes = (body: object): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

type Identity = () => Promise<Record<string, string>>

/** Who is logged in, and the browser of a visitor. */
const createIdentity =
  ({ token, visitor }: Pick<SiteApiDeps, 'token' | 'visitor'>): Identity =>
  async () => {
    const [session, known] = [await token(), visitor.read()]
    return { ...(session && { authorization: `Bearer ${session}` }), ...(known && { 'x-visitor-token': known }) }
  }

function createSendAs({ visitor }: Pick<SiteApiDeps, 'visitor'>, respond: Respond, identity: Identity) {
  return async <K extends SiteCall>(name: K, input: Call<K>): Promise<Answer<K>> => {
    const { method, path }: Endpoint = siteEndpoints[name]
    const { path: filled, rest } = fillPath(path, input)
    const headers = await identity()
    const response = await respond(method, filled, { headers, ...(method !== 'GET' && { body: rest }) })
    const answer = toAnswer<K>(await response.json())
    const given: object = answer.data
    if ('visitorToken' in given && typeof given.visitorToken === 'string') visitor.keep(given.visitorToken)
    return answer
  }
}
