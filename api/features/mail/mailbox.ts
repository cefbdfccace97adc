import type { Context, Hono, MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { ApiError } from '../../lib/errors'
import type { AppEnv } from '../../http/request'
import { requireLoopbackName } from '../../http/cors'
import { layout, pageHeaders } from '../../pages/layout'
import type { Html } from '../../pages/layout'
import type { PublicUrls, Services } from '../../ports/services'
import type { MailboxMessage } from '../../ports/store'

/**
 * The test mailbox: `/dev/mailbox` for people, `/dev/mailbox.json` for tests. Mails contain codes, so it exists in development
 * only, answers by a loopback name only, and refuses requests of other sites.
 */
export function bindMailbox(app: Hono<AppEnv>, { store, urls }: Pick<Services, 'store' | 'urls'>): void {
  const { mailbox } = store
  const to = (context: Context<AppEnv>) => context.req.query('to')?.trim() || undefined
  app.use('/dev/*', requireLoopbackName)
  app.get('/dev/mailbox', async (context) => {
    const address = to(context)
    return mailboxList(await mailbox.list(address), address)
  })
  app.get('/dev/mailbox.json', requireOwnSite, async (context) => {
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    return context.json({ data: await mailbox.list(to(context)) })
  })
  app.get('/dev/mailbox/:id', async (context) => mailboxMail(await find(context)))
  app.get('/dev/mailbox/:id/html', requireOwnSite, async (context) => mailFrame(await find(context), urls))

  async function find(context: Context<AppEnv>) {
    const mail = await mailbox.find(context.req.param('id') ?? '')
    if (mail === null) throw new ApiError('not-found')
    return mail
  }
}

const requireOwnSite: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (context.req.header('sec-fetch-site') === 'cross-site') throw new ApiError('access-denied')
  await next()
}

/**
 * @param mails newest first
 * @param to filter by recipient
 */
function mailboxList(mails: readonly MailboxMessage[], to: string | undefined): Promise<Response> {
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
function readableTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** One mail: headers, text with links, and HTML in a frame. */
function mailboxMail(mail: MailboxMessage): Promise<Response> {
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

/** The HTML of a mail, sandboxed: no scripts, images from our own hosts only, framed by the mailbox only. */
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

/** Turns URLs of a text into links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    )
}
