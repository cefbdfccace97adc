import { html } from 'hono/html'
import { OWNER_SESSION_LIFETIME_HOURS, OWNER_TEXT_MAX_CHARS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import { type Html, layout, type Page, type PageRequest, redirectTo, withCookie } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ownerRead } from '../audit/reading'
import { listOf, type OwnerAction, ownerActions } from './actions'
import {
  asOwner,
  closed,
  formToken,
  ownerLayout,
  type OwnerRequest,
  readSessionCookie,
  recordDetails,
  recordTable,
  writeSessionCookie,
} from './layout'
import { isOwnerListName, ownerLists, type OwnerRecord } from './lists'
import { actionResults, text } from './page-texts'
import { endOwnerSession, findOwnerSession, openOwnerSession, OWNER_PATH, type OwnerSession } from './session'

const ROWS_PER_PAGE = 50

/** The owner's page, one list at a time. One-time links lead here too. */
export const ownerPage: Page = async (services, request) => {
  if (request.form) return openSession(services, request, request.form)
  const token = request.url.searchParams.get('token')
  return token === null ? overview(services, request) : openLinkPage(token)
}

/** A button consumes the link, so that link scanners do not. */
function openLinkPage(token: string): Promise<Response> {
  return layout({
    title: text('openTitle'),
    content: html`<p>${text('openIntro', { hours: OWNER_SESSION_LIFETIME_HOURS })}</p>
      <form method="post" action="${OWNER_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('openButton')}</button>
      </form>`,
  })
}

async function openSession(
  services: Services,
  { ipAddress, cookie }: PageRequest,
  form: URLSearchParams,
): Promise<Response> {
  await services.rateLimiter.take('ownerLinksPerAddress', ipAddress)
  const token = await openOwnerSession(services, form.get('token') ?? '', readSessionCookie(services, cookie))
  const owner = token === null ? null : await findOwnerSession(services, token)
  if (token === null || owner === null) {
    services.securityLog.write('owner-access-refused', { reason: 'link-over' })
    return closed(text('linkUsedTitle'))
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
  const actions = Object.values<OwnerAction>(ownerActions).filter((action) => action.list === name)
  const linksOf = (record: (typeof records)[number]) =>
    actions
      .filter((action) => action.isPossible(record))
      .map((action) => ({ name: action.name, href: `${action.path}?${new URLSearchParams({ id: record.id })}` }))
  const older = next === null ? null : `${OWNER_PATH}?${new URLSearchParams({ list: name, before: next })}`
  return ownerLayout({
    owner,
    list: name,
    title: list.title,
    width: 'wide',
    content: html`${resultNotice(url.searchParams.get('result'))}
      ${recordTable({ list, records, actions: actions.length > 0 ? linksOf : null })}
      <p class="pages">
        ${before === null ? '' : html`<a href="${OWNER_PATH}?list=${name}">${text('firstPage')}</a>`}
        ${older === null ? '' : html`<a href="${older}">${text('nextPage')}</a>`}
      </p>`,
  })
})

function resultNotice(result: string | null) {
  const known = Object.entries(actionResults).find(([name]) => name === result)
  return known ? html`<p class="notice" role="status">${known[1]}</p>` : ''
}

/** The confirmation page of an action. A GET changes nothing. */
export function actionPage(action: OwnerAction): Page {
  return asOwner(async (services, { owner, url, form }) => {
    const id = (form ?? url.searchParams).get('id') ?? ''
    const record = await listOf(action).find(services, owner, id)
    if (!record) throw new ApiError(action.notFound)
    if (!form) return question({ action, owner, record, typed: startOf(action, record) })
    const typed = form.get('text') ?? ''
    try {
      const result = await action.run(services, owner, id, typed)
      // A redirect, so that a reload does not repeat the action.
      return redirectTo(`${OWNER_PATH}?${new URLSearchParams({ list: action.list, result })}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return question({ action, owner, record, typed, problem: error })
    }
  })
}

const startOf = ({ field }: OwnerAction, record: OwnerRecord): string => field?.start(record) ?? ''

interface Question {
  action: OwnerAction
  owner: OwnerSession
  record: OwnerRecord
  typed: string
  problem?: ApiError
}

function question({ action, owner, record, typed, problem }: Question): Promise<Response> {
  const list = listOf(action)
  return ownerLayout({
    owner,
    list: action.list,
    title: `${action.name}: ${record.id}`,
    width: 'wide',
    status: problem?.status ?? 200,
    content: html`${recordDetails(list, record)}
      <h2>${action.button}</h2>
      <p>${action.explanation}</p>
      ${problem ? html`<p class="error" id="problem" role="alert">${problem.message}</p>` : ''}
      <form method="post" action="${action.path}">
        ${formToken(owner)}
        <input type="hidden" name="id" value="${record.id}" />
        ${action.field ? textField(action.field, typed, problem !== undefined) : ''}
        <button>${action.button}</button>
      </form>
      <p><a href="${OWNER_PATH}?list=${action.list}">${text('backTo', { list: list.title })}</a></p>`,
  })
}

function textField(
  { label, hint, isRequired }: NonNullable<OwnerAction['field']>,
  typed: string,
  isWrong: boolean,
): Html {
  // Browsers drop the first line break of a textarea.
  return html`<div class="field">
    <label for="text">${label}</label>
    <textarea
      id="text"
      name="text"
      maxlength="${OWNER_TEXT_MAX_CHARS}"
      aria-describedby="${isWrong ? 'problem ' : ''}hint"
      ${isRequired ? html`required` : ''}
      ${isWrong ? html`aria-invalid="true"` : ''}
    >
${typed}</textarea>
    <p id="hint">${hint}</p>
  </div>`
}

export const logout = asOwner(async (services, { owner, form, token }) => {
  if (!form) return redirectTo(OWNER_PATH)
  await endOwnerSession(services, owner, token)
  return withCookie(redirectTo(OWNER_PATH), writeSessionCookie(services, null))
})
