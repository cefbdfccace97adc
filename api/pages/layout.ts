import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** What `html` from `hono/html` gives: values in it are escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface LayoutOptions {
  /** Document title and heading of the page. */
  title: string
  /** What stands below the heading. */
  content: Html
  /** Shown small above the heading: the name of the app that the page speaks for. */
  appName?: string
  /** HTTP status, 200 by default. */
  status?: number
  /** `wide` for pages that hold a table; `card` (the default) for one short task. */
  width?: 'card' | 'wide'
  /** Sources that this page adds to its policy, by directive: an origin that its form leads to, for one. */
  policy?: Readonly<Record<string, string>>
}

/** Where the one stylesheet of the hosted pages is served. */
export const STYLESHEET_PATH = '/hosted-pages.css'

/** No script, nothing from elsewhere, not in a frame, forms only to ourselves. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
}

function toPolicy(added: Readonly<Record<string, string>>): string {
  const directives = new Set([...Object.keys(POLICY), ...Object.keys(added)])
  return Array.from(directives, (name) => [name, POLICY[name], added[name]].filter(Boolean).join(' ')).join('; ')
}

/** Every header that keeps a hosted page, and the one-time token in its address, to itself. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': toPolicy({}),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

/**
 * A whole hosted page as a response, with one look and one set of security headers.
 * @param page title, content (by `html` from `hono/html`) and status
 */
export async function layout({
  title,
  content,
  appName,
  status = 200,
  width = 'card',
  policy = {},
}: LayoutOptions): Promise<Response> {
  const brand = appName ? html`<p class="brand">${appName}</p>` : ''
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${appName ? `${title} – ${appName}` : title}</title>
        <link rel="stylesheet" href="${STYLESHEET_PATH}" />
      </head>
      <body>
        <main class="${width}">
          ${brand}
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
  return new Response(document.toString(), {
    status,
    headers: { ...pageHeaders, 'Content-Security-Policy': toPolicy(policy) },
  })
}
