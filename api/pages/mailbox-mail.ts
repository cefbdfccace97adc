import { html } from 'hono/html'
import type { PublicUrls } from '../ports/services'
import type { MailboxMessage } from '../ports/store'
import { layout, pageHeaders } from './layout'
import type { Html } from './layout'
import { readableTime } from './mailbox'

/** One mail of the test mailbox: its head, its text with links that can be followed, and its HTML in a frame. */
export function mailboxMail(mail: MailboxMessage): Promise<Response> {
  const content = html`
    <dl>
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${mail.to}</dd>
      <dt>Sent</dt>
      <dd><time datetime="${mail.sentAt}">${readableTime(mail.sentAt)}</time></dd>
    </dl>
    <h2>Text</h2>
    <pre>${linked(mail.text)}</pre>
    <h2>HTML</h2>
    <iframe
      title="HTML of the mail"
      src="/dev/mailbox/${encodeURIComponent(mail.id)}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>
    <p class="note"><a href="/dev/mailbox">All mails</a></p>
  `
  return layout({ title: mail.subject || '(no subject)', content, width: 'wide' })
}

/**
 * The HTML of a mail as a document of its own: no script, no request to anywhere but images of our own pages, and
 * shown only inside the mailbox. Its links open in a new tab.
 */
export function mailFrame(mail: MailboxMessage, urls: PublicUrls): Response {
  const own = [urls.api, urls.site, urls.demo].join(' ')
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${own}`,
    "frame-ancestors 'self'",
    "form-action 'none'",
  ].join('; ')
  const base = '<base target="_blank">'
  const document = /<head>/iu.test(mail.html) ? mail.html.replace(/<head>/iu, `$&${base}`) : base + mail.html
  return new Response(document, { headers: { ...pageHeaders, 'Content-Security-Policy': policy } })
}

/** Text as it was sent, its web addresses as links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
}
