import type { Services } from '../ports/services'

/** What a hosted page is told of a request. */
export interface PageRequest {
  method: 'GET' | 'POST'
  url: URL
  /** The submitted fields; null for a GET. */
  form: URLSearchParams | null
  /** What the path's parameters stand for. */
  parameters: Readonly<Record<string, string>>
  /** The header Cookie; null without one. */
  cookie: string | null
  /** The header Referer; null without one. */
  referer: string | null
  /** Whether nobody has opened it yet: a browser fetches ahead, or a scanner asks for the headers alone. */
  isSpeculative: boolean
  /** The caller's address, as far as TRUST_PROXY believes it. */
  address: string
}

/**
 * One hosted HTML page. A GET changes nothing: mail scanners open links. (On the way to a provider and back it has to; see
 * `pages/auth-provider`.) It answers through `layout`; an ApiError
 * that it throws is shown as a page with the error's sentence and status.
 */
export type Page = (services: Services, request: PageRequest) => Promise<Response>
