import { html } from 'hono/html'
import { layout, type Page } from '../../http/page-kit'
import { UNSUBSCRIBE_PATH } from './mails'
import { text } from './page-texts'
import { findUnsubscribeLink, saveSubscription } from './repository'
import { findAppById } from '../apps/repository'

/** A GET changes nothing. Mail programs POST without opening the page (RFC 8058), so the token is in the URL. */
export const unsubscribe: Page = async ({ store, secrets, clock, rateLimiter }, { method, url, form, ipAddress }) => {
  const token = url.searchParams.get('token') ?? form?.get('token') ?? ''
  if (method === 'POST') await rateLimiter.take('verificationTriesPerAddress', ipAddress)
  const link = await findUnsubscribeLink(store, secrets.digest(token), clock.now())
  const app = link && (await findAppById(store, link.appId))
  if (!app) return unusableLink()
  if (method === 'GET') return question(app.name, token)
  await saveSubscription(store, link, link.memberId, 'NONE')
  return layout({
    title: text('stoppedTitle'),
    appName: app.name,
    content: html`<p class="notice" role="status">${text('stopped')}</p>
      <p>${text('stoppedUndo')}</p>`,
  })
}

function question(appName: string, token: string): Promise<Response> {
  return layout({
    title: text('title'),
    appName,
    content: html`<p>${text('intro')}</p>
      <form method="post" action="${UNSUBSCRIBE_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('button')}</button>
      </form>`,
  })
}

function unusableLink(): Promise<Response> {
  return layout({
    title: text('linkUsed'),
    status: 410,
    content: html`<p>${text('linkExpired')}</p>`,
  })
}
