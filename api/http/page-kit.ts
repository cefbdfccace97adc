import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { readablePair } from '../lib/colors'
import type { Services } from './services'

export interface PageRequest {
  method: 'GET' | 'POST'
  url: URL
  /** null for a GET. */
  form: URLSearchParams | null
  parameters: Readonly<Record<string, string>>
  cookie: string | null
  referer: string | null
  userAgent?: string | undefined
  /** A prefetch or a scanner's HEAD: no person has opened the page yet. */
  isSpeculative: boolean
  /** IP address, as far as TRUST_PROXY trusts it. */
  ipAddress: string
}

/**
 * A GET changes nothing, because mail scanners open links; only the flow to a login provider and back does. Responds through `layout`; an
 * ApiError becomes a page with its message and status.
 */
export type Page = (services: Services, request: PageRequest) => Promise<Response>

/** Result of `html` from `hono/html`, which escapes. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface LayoutOptions {
  /** Also the page's heading. */
  title: string
  content: Html
  appName?: string
  /** Colors of the app. */
  brand?: PageBrand
  status?: number
  /** `wide` for tables; `card` (the default) for one short task. */
  width?: 'card' | 'wide'
  /** Extra CSP sources by directive, such as the origin of a form's redirect. */
  policy?: Readonly<Record<string, string>>
}

/** `colors` of an app's branding. */
interface PageBrand {
  lightMode: Readonly<Record<string, string>>
  darkMode?: Readonly<Record<string, string>> | undefined
}

/** Name and colors of an app, for `layout`. */
export const ofApp = ({ name, branding }: { name: string; branding: { colors: PageBrand } }) => ({
  appName: name,
  brand: branding.colors,
})

/** The colors are in the URL, because the policy allows no inline style. */
function stylesheetUrl(brand: PageBrand | undefined): string {
  const query = new URLSearchParams()
  for (const [scheme, colors] of [
    ['light', brand?.lightMode],
    ['dark', brand?.darkMode],
  ] as const) {
    const pair = readablePair(colors)
    if (pair) query.set(scheme, `${pair.ground.slice(1)}-${pair.text.slice(1)}`)
  }
  return query.size === 0 ? STYLESHEET_PATH : `${STYLESHEET_PATH}?${query}`
}

export const STYLESHEET_PATH = '/hosted-pages.css'

/** No scripts, no foreign sources, no framing, forms only to this origin. */
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

/** Headers that protect a hosted page and the one-time token in its URL. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': toPolicy({}),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const

/** @param page `content` must come from `html` of `hono/html` */
export async function layout({
  title,
  content,
  appName,
  brand: colors,
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
        <link rel="stylesheet" href="${stylesheetUrl(colors)}" />
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

/** After a form, so that a reload does not send it again. */
export function redirectTo(url: string): Response {
  return new Response(null, { status: 303, headers: { ...pageHeaders, Location: url } })
}

interface CookieOptions {
  /** Over http only; over https it is `/`, as the `__Host-` prefix requires. */
  path: string
  /** 0 deletes the cookie. */
  seconds: number
  sameSite: 'Strict' | 'Lax'
  /** PUBLIC_API_URL: https makes the cookie `Secure`. */
  apiUrl: string
}

const isHttps = (apiUrl: string): boolean => apiUrl.startsWith('https:')

/** `__Host-` over https: no other host of the domain can set it. */
const fullName = (name: string, apiUrl: string): string => (isHttps(apiUrl) ? `__Host-${name}` : name)

export function readCookie(header: string | null, name: string, apiUrl: string): string | null {
  const start = `${fullName(name, apiUrl)}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || null
}

/** A Set-Cookie value, HttpOnly. */
export function writeCookie(name: string, value: string, { path, seconds, sameSite, apiUrl }: CookieOptions): string {
  const [where, secure] = isHttps(apiUrl) ? ['/', '; Secure'] : [path, '']
  return `${fullName(name, apiUrl)}=${value}; Path=${where}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie)
  return response
}
