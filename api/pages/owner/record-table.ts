import { html } from 'hono/html'
import type { OwnerList, OwnerRecord } from '../../domain/owner/owner-list'
import { showValue } from '../../domain/owner/show-value'
import type { Html } from '../layout'

interface RecordTableOptions {
  list: OwnerList
  records: readonly OwnerRecord[]
  /** Links to what can be done to a row; null for a list of which nothing can. */
  acts: ((record: OwnerRecord) => readonly { name: string; href: string }[]) | null
}

/** A list as a table. It scrolls by itself where it is wider than the window. */
export function recordTable({ list, records, acts }: RecordTableOptions): Html {
  if (records.length === 0) return html`<p>Nothing here yet.</p>`
  return html`<div class="scroll" role="region" aria-label="${list.title}" tabindex="0">
    <table class="records">
      <thead>
        <tr>
          ${acts ? html`<th scope="col">What to do</th>` : ''}
          ${Object.values(list.columns).map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${records.map((record) => row(list, record, acts))}
      </tbody>
    </table>
  </div>`
}

function row({ columns }: OwnerList, record: OwnerRecord, acts: RecordTableOptions['acts']): Html {
  // First, so that it needs no scrolling.
  return html`<tr>
    ${acts ? html`<td>${actLinks(record, acts(record))}</td>` : ''}
    ${Object.keys(columns).map((name) => cell(name, record))}
  </tr>`
}

/** A text of more characters gets a column that is wide enough to read it. */
const SHORT_MAX_CHARS = 14

function cell(name: string, record: OwnerRecord): Html {
  const text = showValue(name, record[name])
  // Whatever direction a name is written in, the cells beside it stay as they are.
  return html`<td class="${text.length > SHORT_MAX_CHARS ? 'long' : ''}"><bdi>${text}</bdi></td>`
}

function actLinks({ id }: OwnerRecord, links: readonly { name: string; href: string }[]): Html {
  if (links.length === 0) return html`–`
  return html`<div class="row-acts">
    ${links.map(({ name, href }) => html`<a href="${href}">${name}<span class="hidden"> ${id}</span></a>`)}
  </div>`
}

/** One record, name by name. */
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
