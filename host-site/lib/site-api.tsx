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
import { createContext, type ReactNode, useContext } from 'react'

export type * from './site-results'

/** The endpoints that the site calls itself. Accounts go through the membership script. */
type SiteEndpoint = 'sendInquiry' | 'sendContactMessage'
/** The captcha token is added here. */
type Sent<K extends SiteEndpoint> = Omit<Call<K>, 'captchaToken'>

interface FilePart {
  sampleId: string
  offset: number
  content: Uint8Array<ArrayBuffer>
}

export interface SiteApi {
  /** Sends the session and the visitor token. Never rejects. */
  call: <K extends SiteCall>(name: K, input: Call<K>) => Promise<CallResult<K>>
  /** Never rejects. */
  download: <K extends SiteDownload>(name: K, input: Call<K>) => Promise<DownloadResult>
  /** Sends the next part of a file. An abort is not reported. Never rejects. */
  upload: (part: FilePart, signal: AbortSignal) => Promise<UploadResult>
  /** Never rejects. */
  verify: (id: string) => Promise<VerifyResult>
  /** Reads a public file of the API's origin, such as a proof. Never rejects. */
  readOpenFile: (path: string) => Promise<OpenFile>
  /** URL of a public file. @throws Error if the page has no membership tag */
  addressOfFile: (path: string) => string
  /** Solves a proof of work, about a second, and sends. Never rejects. */
  send: <K extends SiteEndpoint>(name: K, input: Sent<K>) => Promise<SiteResult>
}

interface SiteApiDeps {
  document: Document
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Null for a visitor. */
  token: () => Promise<string | null>
  /** The visitor token. */
  visitor: { read: () => string | null; keep: (token: string) => void }
  /** Undefined on an insecure page. */
  subtle: SubtleCrypto | undefined
  /** Logs a failure to the console. Never gets what the user typed. */
  report: (message: string, detail: string) => void
}

/** Reads origin and app from the page's membership tag. */
export function createSiteApi(deps: SiteApiDeps): SiteApi {
  const { report } = deps
  const respond = createRespond(deps)
  const identity = createIdentity(deps)
  const sendAs = createSendAs(deps, respond, identity)

  function fail(name: SiteEndpointName, error: unknown): CallFailure {
    const isRefused = error instanceof RefusedError
    // An ended session is a valid response: after a logout, open requests of the old page get it.
    if (!isRefused || error.code !== 'client/invalid-token') report(`The call ${name} failed:`, textOfError(error))
    if (!isRefused) return NO_ANSWER
    const { code, message, retryAfterSeconds, suggestions } = error
    return {
      success: false,
      code,
      error: message,
      retryAfterSeconds,
      ...(suggestions !== undefined && { suggestions }),
    }
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
    verify: createVerify(deps, respond),
    send: createSend(deps, respond),
  }
}

function createVerify({ report }: Pick<SiteApiDeps, 'report'>, respond: Respond): SiteApi['verify'] {
  return async (id) => {
    try {
      const { method, path } = siteEndpoints.verifyTag
      const answer: unknown = await (await respond(method, fillPath(path, { tagId: id }).path)).json()
      if (isAnswer(answer) && isVerification(answer.data)) return { outcome: 'found', tag: answer.data }
      throw new Error('The response is not a TrustTag.')
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'tag-not-found') return { outcome: 'unknown' }
      report('The call verify failed:', textOfError(error))
      return { outcome: 'failed', error: error instanceof RefusedError ? error.message : '' }
    }
  }
}

function createSend({ subtle, report }: Pick<SiteApiDeps, 'subtle' | 'report'>, respond: Respond): SiteApi['send'] {
  async function ask<K extends SiteEndpointName>(name: K, body?: object): Promise<Answer<K>> {
    const { method, path }: Endpoint = siteEndpoints[name]
    return toAnswer<K>(await (await respond(method, path, { ...(body && { body }) })).json())
  }

  return async (name, input) => {
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
  }
}

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

/** For one part of a file, also on a slow connection. */
const UPLOAD_TIMEOUT_MS = 6 * REQUEST_TIMEOUT_MS

interface Sending {
  /** Bytes are sent as they are, anything else as JSON. */
  body?: object
  headers?: Record<string, string>
  /** Aborts an upload. */
  signal?: AbortSignal
}

type Respond = (method: Endpoint['method'], path: string, sending?: Sending) => Promise<Response>

/** One call for the page's app. Returns the response with an unread body. @throws RefusedError, or what fetch throws */
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

function readTag(document: Document): { origin: string; memberstackApp: string } {
  const tag = document.querySelector<HTMLScriptElement>('script[data-memberstack-app]')
  if (!tag) throw new Error('The page has no membership tag.')
  return { origin: new URL(tag.src).origin, memberstackApp: tag.dataset.memberstackApp ?? '' }
}

/** Anonymous and revalidated each time: a revocation a minute ago must show. */
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

/** Headers for the session and the visitor. */
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

/** The endpoints that the site calls itself. Accounts go through the membership script. */
const siteEndpoints = { ...captchaEndpoints, ...trustTagEndpoints }

type SiteEndpointName = keyof typeof siteEndpoints

const SiteApiContext = createContext<SiteApi | null>(null)

export function SiteApiProvider({ api, children }: { api: SiteApi; children: ReactNode }) {
  return <SiteApiContext value={api}>{children}</SiteApiContext>
}

export function useSiteApi(): SiteApi {
  const api = useContext(SiteApiContext)
  if (!api) throw new Error('useSiteApi needs a SiteApiProvider above it')
  return api
}
