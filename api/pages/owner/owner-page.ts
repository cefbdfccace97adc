import { html } from 'hono/html'
import { ownerRead } from '../../domain/owner/owner-read'
import { isOwnerListName, ownerLists } from '../../domain/owner/owner-lists'
import { findOwnerSession, openOwnerSession, OWNER_PATH } from '../../domain/owner/owner-session'
import type { Services } from '../../ports/services'
import { layout } from '../layout'
import type { Page, PageRequest } from '../page'
import { withCookie } from '../cookie'
import { redirectTo } from '../redirect-to'
import { asOwner, closed } from './as-owner'
import type { OwnerRequest } from './as-owner'
import { actResults, ownerActs } from './owner-acts'
import type { OwnerAct } from './owner-acts'
import { ownerLayout } from './owner-layout'
import { recordTable } from './record-table'
import { readSessionCookie, writeSessionCookie } from './session-cookie'

const ROWS_PER_PAGE = 50

/** Everything that the owner of an app looks through, one list at a time; and where their one-time link leads. */
export const ownerPage: Page = async (services, request) => {
  if (request.form) return enter(services, request, request.form)
  const token = request.url.searchParams.get('token')
  return token === null ? overview(services, request) : door(token)
}

/** Programs that look at links before people do must not use one up: a person presses the button. */
function door(token: string): Promise<Response> {
  return layout({
    title: 'Open the owner’s page',
    content: html`<p>This link works once. Then this browser stays logged in for some hours.</p>
      <form method="post" action="${OWNER_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>Open</button>
      </form>`,
  })
}

async function enter(services: Services, { address, cookie }: PageRequest, form: URLSearchParams): Promise<Response> {
  await services.rateLimiter.take('ownerLinksPerAddress', address)
  const token = await openOwnerSession(services, form.get('token') ?? '', readSessionCookie(services, cookie))
  const owner = token === null ? null : await findOwnerSession(services, token)
  if (token === null || owner === null) {
    services.securityLog.write('owner-access-refused', { reason: 'link-over' })
    return closed('This link does not work any more')
  }
  const { appId, mode, actor } = owner
  services.securityLog.write('owner-access-granted', { appId, mode, actor })
  return withCookie(redirectTo(OWNER_PATH), writeSessionCookie(services, token))
}

const overview = asOwner(async (services: Services, { owner, url }: OwnerRequest) => {
  const wanted = url.searchParams.get('list') ?? ''
  const name = isOwnerListName(wanted) ? wanted : 'members'
  const list = ownerLists[name]
  const before = url.searchParams.get('before')
  const { store: database, clock, banks } = services
  const { records, next } = await ownerRead(database, owner.actor, (store) =>
    list.read({ store, clock, banks }, owner, { limit: ROWS_PER_PAGE, before }),
  )
  const acts = Object.values<OwnerAct>(ownerActs).filter((act) => act.list === name)
  const linksOf = (record: (typeof records)[number]) =>
    acts
      .filter((act) => act.isPossible(record))
      .map((act) => ({ name: act.name, href: `${act.path}?${new URLSearchParams({ id: record.id })}` }))
  const older = next === null ? null : `${OWNER_PATH}?${new URLSearchParams({ list: name, before: next })}`
  return ownerLayout({
    owner,
    list: name,
    title: list.title,
    width: 'wide',
    content: html`${said(url.searchParams.get('result'))}
      ${recordTable({ list, records, acts: acts.length > 0 ? linksOf : null })}
      <p class="pages">
        ${before === null ? '' : html`<a href="${OWNER_PATH}?list=${name}">First page</a>`}
        ${older === null ? '' : html`<a href="${older}">Next page</a>`}
      </p>`,
  })
})

function said(result: string | null) {
  const known = Object.entries(actResults).find(([name]) => name === result)
  return known ? html`<p class="notice" role="status">${known[1]}</p>` : ''
}
