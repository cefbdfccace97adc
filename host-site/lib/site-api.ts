import { captchaEndpoints } from '../../contract/endpoints/captcha'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import { trustTagEndpoints } from '../../contract/endpoints/trusttag'
import { fillPath } from '../../contract/fill-path'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits'
import type { Answer, Call } from '../../contract/schemas'
import { solveChallenge } from '../../contract/solve-challenge'
import {
  type CallFailure,
  type CallResult,
  type DownloadResult,
  fileNameOf,
  isAnswer,
  isVerification,
  type OpenFile,
  refusalOf,
  RefusedError,
  type SiteCall,
  type SiteDownload,
  type SiteResult,
  textOfError,
  toAnswer,
  type UploadResult,
  type VerifyResult,
} from './site-results'

export type * from './site-results'

/** What of the API the site asks itself; everything about accounts goes through the membership script. */
type SiteEndpoint = 'sendInquiry' | 'sendContactMessage'
/** What a form fills in; the answer to the captcha's puzzle is added here. */
type Sent<K extends SiteEndpoint> = Omit<Call<K>, 'captchaToken'>

/** Where the bytes belong. */
interface FilePart {
  sampleId: string
  offset: number
  content: Uint8Array<ArrayBuffer>
}

export interface SiteApi {
  /** Sends as the member who is logged in, and as this browser. It never rejects. */
  call: <K extends SiteCall>(name: K, input: Call<K>) => Promise<CallResult<K>>
  /** Fetches a file of the member's, with the name it comes with. It never rejects. */
  download: <K extends SiteDownload>(name: K, input: Call<K>) => Promise<DownloadResult>
  /** Sends the next part of a file of the member's; what was cut off by the signal is not reported. It never rejects. */
  upload: (part: FilePart, signal: AbortSignal) => Promise<UploadResult>
  /** Looks up a TrustTag by its ID. It never rejects. */
  verify: (id: string) => Promise<VerifyResult>
  /** Reads what anybody may read, such as what proves TrustTags, of the API's own origin. It never rejects. */
  readOpenFile: (path: string) => Promise<OpenFile>
  /** Where such a file stands, for a link to it. @throws Error where the page has no membership tag */
  addressOfFile: (path: string) => string
  /** Solves a puzzle, which takes a device about a second, and sends. It never rejects. */
  send: <K extends SiteEndpoint>(name: K, input: Sent<K>) => Promise<SiteResult>
}

interface SiteApiDeps {
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
    readOpenFile: createReadOpenFile(deps),
    addressOfFile: (path) => readTag(deps.document).origin + path,
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
    const { origin, memberstackApp } = readTag(document)
    const response = await fetch(`${origin}${path}`, {
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

/** What the membership tag of the page names. */
function readTag(document: Document): { origin: string; memberstackApp: string } {
  const tag = document.querySelector<HTMLScriptElement>('script[data-memberstack-app]')
  if (!tag) throw new Error('The page has no membership tag.')
  return { origin: new URL(tag.src).origin, memberstackApp: tag.dataset.memberstackApp ?? '' }
}

/** Without who is asking, and asked about each time: a revocation of a minute ago must show. */
function createReadOpenFile({ document, fetch, report }: Pick<SiteApiDeps, 'document' | 'fetch' | 'report'>) {
  return async (path: string): Promise<OpenFile> => {
    try {
      const response = await fetch(`${readTag(document).origin}${path}`, {
        credentials: 'omit',
        cache: 'no-cache',
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      if (response.ok) return { outcome: 'read', text: await response.text() }
      return { outcome: response.status === 404 ? 'missing' : 'unreachable' }
    } catch (error) {
      report(`The file ${path} could not be read:`, textOfError(error))
      return { outcome: 'unreachable' }
    }
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

/** What of the API the site asks itself; everything about accounts goes through the membership script. */
const siteEndpoints = { ...captchaEndpoints, ...trustTagEndpoints }

type SiteEndpointName = keyof typeof siteEndpoints
