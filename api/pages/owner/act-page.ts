import { html } from 'hono/html'
import { OWNER_TEXT_MAX_CHARS } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'
import type { OwnerRecord } from '../../domain/owner/owner-list'
import { OWNER_PATH } from '../../domain/owner/owner-session'
import type { OwnerSession } from '../../domain/owner/owner-session'
import type { Html } from '../layout'
import type { Page } from '../page'
import { redirectTo } from '../redirect-to'
import { asOwner } from './as-owner'
import { listOf } from './owner-acts'
import type { OwnerAct } from './owner-acts'
import { formToken, ownerLayout } from './owner-layout'
import { recordDetails } from './record-table'

/** The second page of an act: what it is done to, what it means, and the button. Opening it changes nothing. */
export function actPage(act: OwnerAct): Page {
  return asOwner(async (services, { owner, url, form }) => {
    const id = (form ?? url.searchParams).get('id') ?? ''
    const record = await listOf(act).find(services, owner, id)
    if (!record) throw new ApiError(act.notFound)
    if (!form) return question({ act, owner, record, text: startOf(act, record) })
    const text = form.get('text') ?? ''
    try {
      const result = await act.run(services, owner, id, text)
      // A reload of the next page repeats nothing.
      return redirectTo(`${OWNER_PATH}?${new URLSearchParams({ list: act.list, result })}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return question({ act, owner, record, text, problem: error })
    }
  })
}

const startOf = ({ field }: OwnerAct, record: OwnerRecord): string => field?.start(record) ?? ''

interface Question {
  act: OwnerAct
  owner: OwnerSession
  record: OwnerRecord
  /** What stands in the field. */
  text: string
  /** Why it was not done. */
  problem?: ApiError
}

function question({ act, owner, record, text, problem }: Question): Promise<Response> {
  const list = listOf(act)
  return ownerLayout({
    owner,
    list: act.list,
    title: `${act.name}: ${record.id}`,
    width: 'wide',
    status: problem?.status ?? 200,
    content: html`${recordDetails(list, record)}
      <h2>${act.button}</h2>
      <p>${act.explanation}</p>
      ${problem ? html`<p class="error" id="problem" role="alert">${problem.message}</p>` : ''}
      <form method="post" action="${act.path}">
        ${formToken(owner)}
        <input type="hidden" name="id" value="${record.id}" />
        ${act.field ? textField(act.field, text, problem !== undefined) : ''}
        <button>${act.button}</button>
      </form>
      <p><a href="${OWNER_PATH}?list=${act.list}">Back to ${list.title}</a></p>`,
  })
}

function textField({ label, hint, isRequired }: NonNullable<OwnerAct['field']>, text: string, isWrong: boolean): Html {
  // The first line break of a textarea is not part of its text.
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
${text}</textarea>
    <p id="hint">${hint}</p>
  </div>`
}
