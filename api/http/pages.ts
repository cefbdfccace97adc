import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { readablePair } from '../lib/colors'
import { ApiError, toApiError } from '../lib/errors'
import { requireSameOrigin } from './cors'
import { servicesOfRequest } from './logging'
import { layout, STYLESHEET_PATH } from './page-kit'
import type { Page, PageRequest } from './page-kit'
import { text } from './page-texts'
import { callerIpAddress, callerOf, mediaType, readBytes } from './request'
import type { AppEnv } from './request'
import { prepareErrorHeaders } from './responses'
import { methodNotAllowed } from './router'
import type { Services } from './services'

const FORM_MAX_BYTES = 16_384

export interface HostedPages {
  /** A form POSTs to its own path. */
  forms: Readonly<Record<string, Page>>
  views: Readonly<Record<string, Page>>
  scripts: Readonly<Record<string, string>>
}

export interface BindPagesOptions {
  services: Services
  pages: HostedPages
  trustProxyHops: number
}

/** Hosted pages and their assets, without CORS headers. */
export function bindPages(app: Hono<AppEnv>, options: BindPagesOptions): void {
  const { forms, views, scripts } = options.pages
  const bindText = (path: string, content: string, type: string) =>
    app.get(path, (context) => context.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }))
  app.get(STYLESHEET_PATH, (context) =>
    context.body(stylesheet + brandRules(context.req.query()), 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'no-cache',
    }),
  )
  for (const [path, script] of Object.entries(scripts)) bindText(path, script, 'text/javascript; charset=utf-8')
  const bind = (pages: Readonly<Record<string, Page>>, methods: readonly PageRequest['method'][]): void => {
    for (const [path, page] of Object.entries(pages)) {
      for (const method of methods) app.on(method, path, (context) => answerPage(context, method, page, options))
      app.all(path, methodNotAllowed(methods))
    }
  }
  bind(forms, ['GET', 'POST'])
  bind(views, ['GET'])
}

const PAIR = /^([0-9a-f]{6})-([0-9a-f]{6})$/iu

/** Checked again: anyone can write the query. @param query `light` and `dark`, each `rrggbb-rrggbb` */
function brandRules({ light, dark }: Record<string, string>): string {
  const rule = (pair: string | undefined): string => {
    const [, primaryButton, primaryButtonText] = PAIR.exec(pair ?? '') ?? []
    const colors = readablePair({ primaryButton: `#${primaryButton}`, primaryButtonText: `#${primaryButtonText}` })
    if (!colors) return ''
    const { ground, text: on } = colors
    return `:root { --accent: ${ground}; --accent-over: ${ground}; --accent-text: ${on}; }`
  }
  const [day, night] = [rule(light), rule(dark)]
  // Without colors for the dark scheme, that scheme keeps its own.
  return `${day && `@media not (prefers-color-scheme: dark) { ${day} }`}\n${night && `@media (prefers-color-scheme: dark) { ${night} }`}`
}

/** A person reads the response, so errors are pages too. */
async function answerPage(
  context: Context<AppEnv>,
  method: PageRequest['method'],
  page: Page,
  { services, trustProxyHops }: BindPagesOptions,
): Promise<Response> {
  try {
    const ipAddress = callerIpAddress(context, trustProxyHops)
    const caller = callerOf(context, ipAddress)
    await services.rateLimiter.take('callsPerAddress', ipAddress)
    const form = method === 'POST' ? await readForm(context.req.raw, services.urls.api) : null
    return await page(servicesOfRequest(services, caller), { method, form, ipAddress, ...readRequest(context) })
  } catch (thrown) {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const response = await layout({
      title: text(error.status >= 500 ? 'failedTitle' : 'refusedTitle'),
      content: html`<p class="error" role="alert">${error.message}</p>`,
      status: error.status,
    })
    return context.newResponse(response.body, response)
  }
}

function readRequest({ req }: Context<AppEnv>): Omit<PageRequest, 'method' | 'form' | 'ipAddress'> {
  return {
    url: new URL(req.url),
    parameters: req.param(),
    cookie: req.header('cookie') ?? null,
    referer: req.header('referer') ?? null,
    userAgent: req.header('user-agent'),
    isSpeculative:
      req.method === 'HEAD' ||
      SPECULATION_HEADERS.some((name) => /prefetch|prerender|preview/u.test(req.header(name) ?? '')),
  }
}

const SPECULATION_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

async function readForm(request: Request, ownOrigin: string): Promise<URLSearchParams> {
  requireSameOrigin(request, ownOrigin)
  const bytes = await readBytes(request, FORM_MAX_BYTES)
  if (bytes.length > 0 && mediaType(request) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported-media-type')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/**
 * Classes for pages: `notice` and `error` (boxed sentence), `note` (small print), `quiet` (secondary button), `button` (link as button),
 * `field` (label, input, hint), `check` (labeled checkbox), `choices` (stacked buttons).
 */
const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f9; --surface: #ffffff; --text: #14181f; --muted: #545d6b; --line: #d5dbe5; --control: #7a8496;
  --accent: #1d4ed8; --accent-text: #ffffff; --accent-over: #1e40af;
  --good: #14532d; --good-ground: #e4f6ea; --bad: #8c1515; --bad-ground: #fdeaea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10131a; --surface: #191e28; --text: #eef1f6; --muted: #a9b3c2; --line: #333c4c; --control: #75819a;
    --accent: #8fb2ff; --accent-text: #0b1226; --accent-over: #b4ccff;
    --good: #b2ecc5; --good-ground: #16311f; --bad: #ffc2c2; --bad-ground: #3c1a1d;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-block-size: 100vh; padding: clamp(1rem, 5vw, 3rem) 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
main {
  margin-inline: auto; padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--surface);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 12px 32px rgb(0 0 0 / 8%);
}
main.card { max-inline-size: 27rem; }
main.wide { max-inline-size: 64rem; }
.brand { margin: 0 0 .5rem; color: var(--muted); font-size: .875rem; font-weight: 600; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; overflow-wrap: anywhere; }
a:hover { color: var(--accent-over); }
strong { overflow-wrap: anywhere; }
hr { margin: 1.75rem 0; border: 0; border-block-start: 1px solid var(--line); }
form { margin: 0 0 1rem; }
label { display: block; margin-block-end: .375rem; font-weight: 600; }
.field { margin-block-end: 1.125rem; }
.field p, .note { margin: .375rem 0 0; color: var(--muted); font-size: .875rem; }
input:not([type='hidden']) {
  inline-size: 100%; padding: .625rem .75rem; border: 1px solid var(--control); border-radius: .5rem;
  background: var(--surface); color: inherit; font: inherit;
}
input[aria-invalid='true'], textarea[aria-invalid='true'] { border-color: var(--bad); }
button {
  inline-size: 100%; min-block-size: 2.75rem; padding: .625rem 1.125rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--accent-text); font: inherit; font-weight: 600; cursor: pointer;
}
textarea {
  inline-size: 100%; min-block-size: 6rem; padding: .625rem .75rem; border: 1px solid var(--control); border-radius: .5rem;
  background: var(--surface); color: inherit; font: inherit; resize: vertical;
}
a.button {
  display: flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: .625rem 1.125rem;
  border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--accent-text);
  font-weight: 600; text-decoration: none;
}
a.button:hover { border-color: var(--accent-over); background: var(--accent-over); color: var(--accent-text); }
button:hover { border-color: var(--accent-over); background: var(--accent-over); }
button.quiet { border-color: var(--control); background: transparent; color: var(--text); }
button.quiet:hover { background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice, .error { padding: .75rem 1rem; border-radius: .5rem; background: var(--good-ground); color: var(--good); }
.error { background: var(--bad-ground); color: var(--bad); }
.field .error { margin: .5rem 0 0; color: var(--bad); font-size: .9375rem; }
.check { display: flex; align-items: center; gap: .625rem; min-block-size: 2.75rem; margin-block-end: .75rem; font-weight: 400; cursor: pointer; }
.check input[type='checkbox'] { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
.choices { display: grid; gap: .625rem; margin-block-start: 1.25rem; }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.search .field { flex: 1 1 14rem; margin: 0; }
.search button { flex: 0 0 auto; inline-size: auto; }
.mails { margin: 1.5rem 0 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line); }
.mails li { display: grid; gap: .125rem; padding-block: .875rem; border-block-end: 1px solid var(--line); }
.mails a { font-weight: 600; }
.mails p, dl { margin: 0; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .875rem; }
dt { font-weight: 600; }
dd { margin: 0; }
pre {
  margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground);
  font: .875rem/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
iframe { display: block; inline-size: 100%; block-size: 30rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.product { margin: 0 0 .75rem; font-size: 1.0625rem; }
.sum { grid-template-columns: 1fr max-content; margin-block-end: 1rem; padding-block: .75rem; border-block: 1px solid var(--line); }
.sum dd { text-align: end; font-variant-numeric: tabular-nums; }
.sum dt { font-weight: 400; }
.sum .total { color: var(--text); font-size: 1rem; font-weight: 600; }
.sum + .note { margin-block-end: 1.25rem; }
.note + .notice, .note + .error { margin-block-start: 1rem; }
.test-cards { margin: 0 0 1.125rem; }
.test-cards summary {
  min-block-size: 2.75rem; padding: .625rem 1rem; border: 1px solid var(--control); border-radius: .5rem; font-weight: 600;
  cursor: pointer;
}
.test-cards ul { margin: .75rem 0 0; padding-inline-start: 1.25rem; }
.sale { margin-block: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.sale h2 { margin-block-start: 0; }
h3 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: .875rem; }
h3 + .actions { margin-block-start: 0; }
.actions form { margin: 0; }
.actions button { inline-size: auto; font-size: .9375rem; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* Positioned: what is hidden in it scrolls with it, and does not widen the page. */
.scroll { position: relative; overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
td time { white-space: nowrap; }
.amount { padding-inline-end: 0; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.lists { margin: 0 0 1.5rem; border-block: 1px solid var(--line); }
.lists ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
.lists a, .row-acts a, .pages a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
.lists a[aria-current] { color: var(--text); font-weight: 600; }
.row-acts { display: flex; gap: 1rem; }
.records { font-size: .875rem; }
.records th { white-space: nowrap; }
.records td { min-inline-size: 5rem; max-inline-size: 24rem; vertical-align: middle; overflow-wrap: anywhere; }
.records .long { min-inline-size: 12rem; }
.log-out { margin-block-start: 2rem; }
.log-out button { inline-size: auto; }
main.wide:has(.records) { max-inline-size: 90rem; }
@media (forced-colors: active) { main, button, input, textarea { border-color: CanvasText; } }
`
