import { html } from 'hono/html'
import { ApiError } from '../../lib/errors'
import { findOwnerSession } from '../../domain/owner/owner-session'
import type { OwnerSession } from '../../domain/owner/owner-session'
import type { Services } from '../../ports/services'
import { layout } from '../layout'
import type { Page, PageRequest } from '../page'
import { readSessionCookie } from './session-cookie'

/** The name of the field that carries the form token. */
export const FORM_TOKEN_FIELD = 'form'

export interface OwnerRequest extends PageRequest {
  owner: OwnerSession
  /** Of the session. */
  token: string
}

type OwnerPageHandler = (services: Services, request: OwnerRequest) => Promise<Response>

/**
 * A page for whoever is logged in as the owner; others read how to become it. A form counts only with the token of this
 * very session: the cookie alone proves nothing about who made the form.
 */
export function asOwner(handle: OwnerPageHandler): Page {
  return async (services, request) => {
    const token = readSessionCookie(services, request.cookie)
    const owner = token === null ? null : await findOwnerSession(services, token)
    if (token !== null && owner === null) services.securityLog.write('owner-access-refused', { reason: 'session-over' })
    if (token === null || owner === null) return closed()
    // Digests are compared, so that how long it takes tells nothing about the token.
    const given = request.form?.get(FORM_TOKEN_FIELD) ?? ''
    const { secrets } = services
    if (request.form && secrets.digest(given) !== secrets.digest(owner.formToken))
      throw new ApiError('access-denied', { event: 'origin-refused' })
    return handle(services, { ...request, owner, token })
  }
}

/** What stands in place of the page. */
export function closed(title = 'You are not logged in'): Promise<Response> {
  return layout({
    title,
    status: 401,
    content: html`<p>This page is for the owner. On the server, make a link that opens it once:</p>
      <pre>npm run owner -- link</pre>`,
  })
}
