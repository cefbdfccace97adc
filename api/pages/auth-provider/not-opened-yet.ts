import { html } from 'hono/html'
import { layout } from '../layout'

/** For browsers that fetch ahead and scanners that follow links: nothing begins, and they have nothing to keep. */
export const notOpenedYet = (): Promise<Response> =>
  layout({
    title: 'Nothing has begun yet',
    status: 503,
    content: html`<p>This page begins a login as soon as somebody opens it.</p>`,
  })
