import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { ApiError } from '../../lib/errors'
import { requireLoopbackName } from '../../http/cors'
import type { AppEnv } from '../../http/request'
import { type Html, layout, pageHeaders } from '../../http/page-kit'
import type { PublicUrls, Services } from '../../http/services'
import { text } from './page-texts'
import { findMailboxMessage, listMailboxMessages, type MailboxMessage } from './outbox'

/**
 * `/dev/mailbox` for people, `/dev/mailbox.json` for tests. Mails contain codes: development only, loopback name only, and no requests of
 * other sites.
 */
export function bindMailbox(app: Hono<AppEnv>, { store, urls }: Pick<Services, 'store' | 'urls'>): void {
  const to = (context: Context<AppEnv>) => context.req.query('to')?.trim() || undefined
  app.use('/dev/*', requireLoopbackName)
  app.get('/dev/mailbox', async (context) => {
    const email = to(context)
    return mailboxList(await listMailboxMessages(store, email), email)
  })
  app.get('/dev/mailbox.json', requireOwnSite, async (context) => {
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    return context.json({ data: await listMailboxMessages(store, to(context)) })
  })
  app.get('/dev/mailbox/:id', async (context) => mailboxMail(await find(context)))
  app.get('/dev/mailbox/:id/html', requireOwnSite, async (context) => mailFrame(await find(context), urls))

  async function find(context: Context<AppEnv>) {
    const mail = await findMailboxMessage(store, context.req.param('id') ?? '')
    if (mail === null) throw new ApiError('not-found')
    return mail
  }
}

const requireOwnSite: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (context.req.header('sec-fetch-site') === 'cross-site') throw new ApiError('access-denied')
  await next()
}

/** @param mails newest first @param to filter by recipient */
function mailboxList(mails: readonly MailboxMessage[], to: string | undefined): Promise<Response> {
  const content = html`
    <p>${text('intro')}</p>
    <form class="search" action="/dev/mailbox" role="search">
      <div class="field">
        <label for="to">${text('recipient')}</label>
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
      <button>${text('show')}</button>
    </form>
    <p class="note" role="status">
      ${count(mails.length, to)} ${to ? html`<a href="/dev/mailbox">${text('showAll')}</a>` : ''}
    </p>
    ${
      mails.length > 0
        ? html`<ul class="mails">
            ${mails.map(entry)}
          </ul>`
        : ''
    }
  `
  return layout({ title: text('title'), content, width: 'wide' })
}

function entry(mail: MailboxMessage) {
  return html`<li>
    <a href="/dev/mailbox/${encodeURIComponent(mail.id)}">${mail.subject || text('noSubject')}</a>
    <p>${text('to')} ${mail.to} · <time datetime="${mail.sentAt}">${readableTime(mail.sentAt)}</time></p>
  </li>`
}

function count(mails: number, to: string | undefined): string {
  if (mails === 0) return to ? text('noneTo', { email: to }) : text('none')
  const one = mails === 1
  return to ? text(one ? 'oneTo' : 'manyTo', { count: mails, email: to }) : text(one ? 'one' : 'many', { count: mails })
}

/** `2026-11-21 09:30:00 UTC` */
function readableTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** Headers, text with links, and HTML in a frame. */
function mailboxMail(mail: MailboxMessage): Promise<Response> {
  const content = html`
    <dl>
      <dt>${text('from')}</dt>
      <dd>${mail.from}</dd>
      <dt>${text('to')}</dt>
      <dd>${mail.to}</dd>
      <dt>${text('sent')}</dt>
      <dd><time datetime="${mail.sentAt}">${readableTime(mail.sentAt)}</time></dd>
    </dl>
    <h2>${text('text')}</h2>
    <pre>${linked(mail.text)}</pre>
    <h2>${text('html')}</h2>
    <iframe
      title="${text('frame')}"
      src="/dev/mailbox/${encodeURIComponent(mail.id)}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
    ></iframe>
    <p class="note"><a href="/dev/mailbox">${text('all')}</a></p>
  `
  return layout({ title: mail.subject || text('noSubject'), content, width: 'wide' })
}

/** Sandboxed: no scripts, images from our own hosts only, framed by the mailbox only. */
function mailFrame(mail: MailboxMessage, urls: PublicUrls): Response {
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

function linked(mail: string): Html[] {
  return mail
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
}
