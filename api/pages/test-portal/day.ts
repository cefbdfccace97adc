import { html } from 'hono/html'
import type { Html } from '../layout'

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`; the day of the server's calendar, UTC. */
export function day(time: number): Html {
  return html`<time datetime="${new Date(time).toISOString()}">${format.format(time)}</time>`
}
