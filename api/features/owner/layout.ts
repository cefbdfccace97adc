import { html } from 'hono/html'
import { OWNER_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import { layout, readCookie, writeCookie } from '../../http/page-kit'
import type { Html, LayoutOptions, Page, PageRequest } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { type OwnerList, type OwnerListName, ownerLists, type OwnerRecord, type OwnerValue } from './lists'
import { text } from './page-texts'
import { findOwnerSession, OWNER_PATH, type OwnerSession } from './session'

const FORM_TOKEN_FIELD = 'form'

export interface OwnerRequest extends PageRequest {
  owner: OwnerSession
  token: string
}

type OwnerPageHandler = (services: Services, request: OwnerRequest) => Promise<Response>

/** Without an owner session, explains how to get one. Forms need a token: a cookie does not prove their origin. */
export function asOwner(handle: OwnerPageHandler): Page {
  return async (services, request) => {
    const token = readSessionCookie(services, request.cookie)
    const owner = token === null ? null : await findOwnerSession(services, token)
    if (token !== null && owner === null) services.securityLog.write('owner-access-refused', { reason: 'session-over' })
    if (token === null || owner === null) return closed()
    // Comparing digests keeps the timing independent of the token.
    const given = request.form?.get(FORM_TOKEN_FIELD) ?? ''
    const { secrets } = services
    if (request.form && secrets.digest(given) !== secrets.digest(owner.formToken))
      throw new ApiError('access-denied', { event: 'origin-refused' })
    return handle(services, { ...request, owner, token })
  }
}

export function closed(title = text('loggedOutTitle')): Promise<Response> {
  return layout({
    title,
    status: 401,
    content: html`<p>${text('loggedOut')}</p>
      <pre>npm run owner -- link</pre>`,
  })
}

const NAME = 'owner_session'

/** Reads the session token. @param header Cookie */
export const readSessionCookie = ({ urls }: Pick<Services, 'urls'>, header: string | null): string | null =>
  readCookie(header, NAME, urls.api)

/** Returns the value of Set-Cookie. @param token null deletes the cookie */
export function writeSessionCookie({ urls }: Pick<Services, 'urls'>, token: string | null): string {
  const seconds = token === null ? 0 : OWNER_SESSION_LIFETIME_HOURS * 3_600
  return writeCookie(NAME, token ?? '', { path: OWNER_PATH, seconds, sameSite: 'Strict', apiUrl: urls.api })
}

interface OwnerLayoutOptions extends Pick<LayoutOptions, 'title' | 'content' | 'status' | 'width'> {
  owner: OwnerSession
  list: OwnerListName
}

export function ownerLayout({ owner, list, content, ...page }: OwnerLayoutOptions): Promise<Response> {
  // An action's page is below its list, not the list itself.
  const current = page.title === ownerLists[list].title ? 'page' : 'true'
  return layout({
    ...page,
    appName: text(owner.mode === 'test' ? 'testApp' : 'liveApp', { app: owner.app.name }),
    content: html`<nav class="lists" aria-label="${text('lists')}">
        <ul>
          ${Object.entries(ownerLists).map(([name, { title }]) => entry(name, title, name === list ? current : null))}
        </ul>
      </nav>
      ${content}
      <form class="log-out" method="post" action="${OWNER_PATH}/logout">
        ${formToken(owner)}
        <button class="quiet">${text('logOut')}</button>
      </form>`,
  })
}

const entry = (name: string, title: string, current: 'page' | 'true' | null): Html =>
  html`<li><a href="${OWNER_PATH}?list=${name}" ${current ? html`aria-current="${current}"` : ''}>${title}</a></li>`

export const formToken = ({ formToken: token }: OwnerSession): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${token}" />`

interface RecordTableOptions {
  list: OwnerList
  records: readonly OwnerRecord[]
  /** Null for a list without actions. */
  actions: ((record: OwnerRecord) => readonly { name: string; href: string }[]) | null
}

/** A list as a table, in a region that scrolls sideways. */
export function recordTable({ list, records, actions }: RecordTableOptions): Html {
  if (records.length === 0) return html`<p>${text('empty')}</p>`
  return html`<div class="scroll" role="region" aria-label="${list.title}" tabindex="0">
    <table class="records">
      <thead>
        <tr>
          ${actions ? html`<th scope="col">${text('actions')}</th>` : ''}
          ${Object.values(list.columns).map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${records.map((record) => row(list, record, actions))}
      </tbody>
    </table>
  </div>`
}

function row({ columns }: OwnerList, record: OwnerRecord, actions: RecordTableOptions['actions']): Html {
  // Actions first, so that they need no scrolling.
  return html`<tr>
    ${actions ? html`<td>${actionLinks(record, actions(record))}</td>` : ''}
    ${Object.keys(columns).map((name) => cell(name, record))}
  </tr>`
}

/** Longer texts get a wide column. */
const SHORT_MAX_CHARS = 14

function cell(name: string, record: OwnerRecord): Html {
  const shown = showValue(name, record[name])
  // Isolates right-to-left names from the rest of the row.
  return html`<td class="${shown.length > SHORT_MAX_CHARS ? 'long' : ''}"><bdi>${shown}</bdi></td>`
}

function actionLinks({ id }: OwnerRecord, links: readonly { name: string; href: string }[]): Html {
  if (links.length === 0) return html`–`
  return html`<div class="row-acts">
    ${links.map(({ name, href }) => html`<a href="${href}">${name}<span class="hidden"> ${id}</span></a>`)}
  </div>`
}

export function recordDetails({ columns }: OwnerList, record: OwnerRecord): Html {
  const entries = Object.entries(columns).filter(([name]) => showValue(name, record[name]) !== '–')
  return html`<dl>
    ${entries.map(
      ([name, heading]) =>
        html`<dt>${heading}</dt>
          <dd><bdi>${showValue(name, record[name])}</bdi></dd>`,
    )}
  </dl>`
}

/** Formats a value for people. @param name its key in the record: `…At` is a time */
export function showValue(name: string, value: OwnerValue | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no')
  return name.endsWith('At') && typeof value === 'string' ? readableTime(value) : String(value)
}

/** `2026-11-21 09:30 UTC` */
const readableTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
