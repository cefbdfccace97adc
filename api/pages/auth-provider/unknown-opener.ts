import { html } from 'hono/html'
import { ApiError } from '../../lib/errors'
import { layout } from '../layout'

/** Nobody is told anything: any page could have opened the window. */
export const unknownOpener = (): Promise<Response> =>
  layout({
    title: 'This did not work',
    status: new ApiError('domain-not-permitted').status,
    content: html`<p class="error" role="alert">
        The page that opened this window did not say where it is, so it cannot be told how the login ends.
      </p>
      <p>Close this window, and open the site itself to log in.</p>`,
  })
