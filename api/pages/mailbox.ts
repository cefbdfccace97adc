import { html } from 'hono/html'
import type { MailboxMessage } from '../ports/store'
import { layout } from './layout'

/**
 * The list of the test mailbox.
 * @param mails newest first
 * @param to the address that the list is filtered by
 */
export function mailboxList(mails: readonly MailboxMessage[], to: string | undefined): Promise<Response> {
  const content = html`
    <p>Mails that would have been sent. They stay on this machine.</p>
    <form class="search" action="/dev/mailbox" role="search">
      <div class="field">
        <label for="to">Recipient</label>
        <input
          id="to"
          name="to"
          type="text"
          inputmode="email"
          autocomplete="off"
          spellcheck="false"
          value="${to ?? ''}"
        />
      </div>
      <button>Show</button>
    </form>
    <p class="note" role="status">${count(mails.length, to)} ${to ? html`<a href="/dev/mailbox">Show all</a>` : ''}</p>
    ${
      mails.length > 0
        ? html`<ul class="mails">
            ${mails.map(entry)}
          </ul>`
        : ''
    }
  `
  return layout({ title: 'Test mailbox', content, width: 'wide' })
}

function entry(mail: MailboxMessage) {
  return html`<li>
    <a href="/dev/mailbox/${encodeURIComponent(mail.id)}">${mail.subject || '(no subject)'}</a>
    <p>To ${mail.to} · <time datetime="${mail.sentAt}">${readableTime(mail.sentAt)}</time></p>
  </li>`
}

function count(mails: number, to: string | undefined): string {
  const noun = mails === 1 ? 'mail' : 'mails'
  const recipient = to ? ` to ${to}` : ''
  return mails === 0 ? `No mails${recipient} yet.` : `${mails} ${noun}${recipient}, newest first.`
}

/** `2026-11-21 09:30:00 UTC` */
export function readableTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}
