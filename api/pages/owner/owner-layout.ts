import { html } from 'hono/html'
import { ownerLists } from '../../domain/owner/owner-lists'
import type { OwnerListName } from '../../domain/owner/owner-lists'
import { OWNER_PATH } from '../../domain/owner/owner-session'
import type { OwnerSession } from '../../domain/owner/owner-session'
import { layout } from '../layout'
import type { Html, LayoutOptions } from '../layout'
import { FORM_TOKEN_FIELD } from './as-owner'

interface OwnerLayoutOptions extends Pick<LayoutOptions, 'title' | 'content' | 'status' | 'width'> {
  owner: OwnerSession
  /** The list that is shown, or that the page belongs to. */
  list: OwnerListName
}

/** A page of the owner: whose data it shows, every list, and the way out. */
export function ownerLayout({ owner, list, content, ...page }: OwnerLayoutOptions): Promise<Response> {
  // A page of an act belongs to its list, and is not it.
  const current = page.title === ownerLists[list].title ? 'page' : 'true'
  return layout({
    ...page,
    appName: `${owner.app.name}, ${owner.mode === 'test' ? 'Test Mode' : 'live'}`,
    content: html`<nav class="lists" aria-label="Lists">
        <ul>
          ${Object.entries(ownerLists).map(([name, { title }]) => entry(name, title, name === list ? current : null))}
        </ul>
      </nav>
      ${content}
      <form class="log-out" method="post" action="${OWNER_PATH}/logout">
        ${formToken(owner)}
        <button class="quiet">Log out</button>
      </form>`,
  })
}

const entry = (name: string, title: string, current: 'page' | 'true' | null): Html =>
  html`<li><a href="${OWNER_PATH}?list=${name}" ${current ? html`aria-current="${current}"` : ''}>${title}</a></li>`

/** What every form of these pages carries. */
export const formToken = ({ formToken: token }: OwnerSession): Html =>
  html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${token}" />`
