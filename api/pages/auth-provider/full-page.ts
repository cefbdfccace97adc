import { html } from 'hono/html'
import { layout } from '../layout'
import { redirectTo } from '../redirect-to'

/** How a full-page way ended: a token that stands for the answer, or the code of an error. */
export type ReturnedWith = { token: string } | { code: string }

/** Leads back to the page that left, which reads the end in its fragment: no server and no Referer ever sees that. */
export const leadBack = (returnUrl: string, end: ReturnedWith): Response => redirectTo(addressOf(returnUrl, end))

/**
 * The same by a link that names the site: where nothing says that the person came from there, an address of ours must not
 * lead on to it by itself.
 */
export function offerWayBack(returnUrl: string, error: { code: string; message: string; status: number }) {
  return layout({
    title: 'This did not work',
    status: error.status,
    content: html`<p class="error" role="alert">${error.message}</p>
      <p><a class="button" href="${addressOf(returnUrl, error)}">Back to ${new URL(returnUrl).host}</a></p>`,
  })
}

function addressOf(returnUrl: string, end: ReturnedWith): string {
  const url = new URL(returnUrl)
  url.hash = new URLSearchParams('token' in end ? { 'ms-auth': end.token } : { 'ms-auth-error': end.code }).toString()
  return url.href
}
