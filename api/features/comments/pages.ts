import { html } from 'hono/html'
import { layout } from '../../pages/layout'
import type { Page } from '../../pages/page'
import { UNSUBSCRIBE_PATH } from './mails'
import { findUnsubscribeLink, saveSubscription } from './repository'

/**
 * Ends the mails about a channel. Opening the page changes nothing; mail programs post to it without opening it
 * (RFC 8058), so the token is in the URL.
 */
export const unsubscribe: Page = async ({ store, secrets, clock, rateLimiter }, { method, url, form, address }) => {
  const token = url.searchParams.get('token') ?? form?.get('token') ?? ''
  if (method === 'POST') await rateLimiter.take('verificationTriesPerAddress', address)
  const link = await findUnsubscribeLink(store, secrets.digest(token), clock.now())
  const app = link && (await store.apps.findById(link.appId))
  if (!app) return unusableLink()
  if (method === 'GET') return question(app.name, token)
  await saveSubscription(store, link, link.memberId, 'NONE')
  return layout({
    title: 'No more mails about this',
    appName: app.name,
    content: html`<p class="notice" role="status">You get no more mails about answers in these comments.</p>
      <p>You can turn them on again beside the comments.</p>`,
  })
}

function question(appName: string, token: string): Promise<Response> {
  return layout({
    title: 'No more mails about answers?',
    appName,
    content: html`<p>You are told by mail when somebody answers where you take part.</p>
      <form method="post" action="${UNSUBSCRIBE_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>Stop these mails</button>
      </form>`,
  })
}

function unusableLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It is too old, or the account is gone. Newer mails have a link that works.</p>`,
  })
}
