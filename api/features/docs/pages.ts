import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Html } from '../../http/page-kit'
import type { AppEnv } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import { DECLARATIONS_PATH, DOCUMENTS_PATH, OPEN_API_PATH } from './documents'
import type { DocumentFolder, DocumentGroup, NamedDocument, RenderedDocument } from './documents'
import { markup, text } from './page-texts'

const HTML = 'text/html; charset=utf-8'
/** No scripts, no foreign sources, no framing, no forms. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

export function bindDocuments(app: Hono<AppEnv>, documents: DocumentFolder): void {
  app.get(DOCUMENTS_PATH, async (context) =>
    answer(context, await toText(documentIndexPage(await documents.list())), HTML),
  )
  app.get(`${DOCUMENTS_PATH}/`, (context) => context.redirect(DOCUMENTS_PATH, 308))
  app.get(`${DOCUMENTS_PATH}/:name`, async (context) => {
    const name = context.req.param('name')
    const document = await documents.read(name)
    return answer(
      context,
      await toText(document ? documentPage(document, await neighboursOf(name, documents)) : missingDocumentPage()),
      HTML,
      document ? 200 : 404,
    )
  })
  app.get(DOCUMENTS_STYLESHEET_PATH, (context) => answer(context, documentsStylesheet, 'text/css; charset=utf-8'))
  for (const path of [DOCUMENTS_PATH, `${DOCUMENTS_PATH}/`, `${DOCUMENTS_PATH}/:name`, DOCUMENTS_STYLESHEET_PATH])
    app.all(path, methodNotAllowed(['GET']))
}

async function neighboursOf(name: string, documents: DocumentFolder): Promise<Neighbours> {
  const all = (await documents.list()).flatMap((group) => group.documents)
  const place = all.findIndex((one) => one.name === name)
  return { previous: all[place - 1], next: place < 0 ? undefined : all[place + 1] }
}

const toText = async (page: Html): Promise<string> => (await page).toString()

function answer(context: Context<AppEnv>, body: string, type: string, status: 200 | 404 = 200): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  context.header('Cache-Control', 'no-cache')
  context.header('Content-Security-Policy', POLICY)
  if (status === 404) return context.body(body, status, { 'Content-Type': type })
  context.header('ETag', etag)
  const known = context.req.header('if-none-match') ?? ''
  if (known.includes(etag)) return context.body(null, 304)
  return context.body(body, status, { 'Content-Type': type })
}

interface Neighbours {
  previous: NamedDocument | undefined
  next: NamedDocument | undefined
}

/** With a table of contents and links to its neighbors. */
const documentPage = ({ title, sections, html: content }: RenderedDocument, neighbours: Neighbours): Html =>
  frame(
    title,
    html`<h1>${title}</h1>
      ${sections.length > 2 ? contents(sections) : ''}
      <article>${raw(content)}</article>
      ${ways(neighbours)}`,
  )

const ways = ({ previous, next }: Neighbours): Html =>
  html`<nav class="ways" aria-label="${text('neighbours')}">
    ${previous ? html`<a rel="prev" href="${urlOf(previous)}"><span>${text('previous')}</span> ${previous.document.title}</a>` : ''}
    ${next ? html`<a rel="next" href="${urlOf(next)}"><span>${text('next')}</span> ${next.document.title}</a>` : ''}
  </nav>`

const urlOf = ({ name }: NamedDocument): string => `${DOCUMENTS_PATH}/${name}`

const contents = (sections: RenderedDocument['sections']): Html =>
  html`<nav class="contents" aria-label="${text('contents')}">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`

const documentIndexPage = (groups: readonly DocumentGroup[]): Html =>
  frame(
    null,
    html`<h1>${text('title')}</h1>
      ${groups.map(
        ({ title, documents }) =>
          html`<h2>${title}</h2>
            ${list(documents)}`,
      )}
      <h2>${text('tools')}</h2>
      <ul class="documents">
        <li>
          <a href="${OPEN_API_PATH}">openapi.json</a>
          <p>${text('openApi')}</p>
        </li>
        <li>
          <a href="${DECLARATIONS_PATH}">membership.d.ts</a>
          <p>${text('declarations')}</p>
        </li>
      </ul>`,
  )

const list = (documents: readonly NamedDocument[]): Html =>
  html`<ul class="documents">
    ${documents.map(
      (named) =>
        html`<li>
          <a href="${urlOf(named)}">${named.document.title}</a>
          ${named.document.summary ? html`<p>${firstSentence(named.document.summary)}</p>` : ''}
        </li>`,
    )}
  </ul>`

const missingDocumentPage = (): Html =>
  frame(
    text('missing'),
    html`<h1>${text('missingTitle')}</h1>
      <p>${markup('missingNext', { link: html`<a href="${DOCUMENTS_PATH}">${text('seeAll')}</a>` })}</p>`,
  )

const firstSentence = (summary: string): string => /^.*?\.(?=\s|$)/su.exec(summary)?.[0] ?? summary

/** @param title null for the list of all documents */
const frame = (title: string | null, main: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === null ? text('title') : text('documentTitle', { title })}</title>
        <link rel="stylesheet" href="${DOCUMENTS_STYLESHEET_PATH}" />
      </head>
      <body>
        <a class="skip" href="#content">${text('skip')}</a>
        <header>
          <nav aria-label="${text('title')}"><a href="${DOCUMENTS_PATH}">${text('title')}</a></nav>
        </header>
        <main id="content" tabindex="-1">${main}</main>
      </body>
    </html>`

const DOCUMENTS_STYLESHEET_PATH = '/docs.css'

/** One column; code and tables scroll. */
const documentsStylesheet = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --soft: #f3f5f9; --text: #14181f; --muted: #545d6b; --line: #d5dbe5; --accent: #1d4ed8;
}
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #12161d; --soft: #1b212c; --text: #e9edf4; --muted: #a9b3c2; --line: #333c4c; --accent: #8fb2ff; }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-block-start: 1rem; }
body {
  margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
header, main { max-inline-size: 54rem; margin-inline: auto; padding-inline: clamp(1rem, 5vw, 2rem); }
header { padding-block: .5rem; }
header a, .contents a, .documents a { display: inline-flex; align-items: center; min-block-size: 2.75rem; }
header a { color: var(--muted); font-weight: 600; text-decoration: none; }
main { padding-block-end: 4rem; outline: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .125rem; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: .75rem 1rem; background: var(--ground); }
.skip:focus { inset-block-start: .5rem; z-index: 1; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 1rem 0 1.5rem; font-size: clamp(1.75rem, 1.4rem + 1.5vw, 2.25rem); letter-spacing: -.015em; }
h2 { margin: 3rem 0 .75rem; padding-block-start: 1.25rem; border-block-start: 1px solid var(--line); font-size: 1.375rem; }
h3 { margin: 2.25rem 0 .5rem; font-size: 1.0625rem; }
article :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
article :is(h2, h3, h4) a:hover { text-decoration: underline; }
p, ul, ol, pre, .scroll { margin: 0 0 1rem; }
p, li { max-inline-size: 44rem; }
ul, ol { padding-inline-start: 1.375rem; }
li { margin-block-end: .375rem; }
.contents { margin-block-end: 2rem; padding: .5rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.contents ul { margin: 0; padding: 0; list-style: none; columns: 2 16rem; column-gap: 2rem; }
.contents li { margin: 0; break-inside: avoid; }
.documents { padding: 0; list-style: none; }
.documents li { padding-block: .5rem 1rem; border-block-end: 1px solid var(--line); }
.documents a { font-size: 1.125rem; font-weight: 600; }
h2 + .documents li:last-child { border: 0; }
.ways { display: flex; flex-wrap: wrap; gap: .5rem 2rem; justify-content: space-between; margin-block-start: 3rem;
  padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
.ways a { min-block-size: 2.75rem; font-weight: 600; text-decoration: none; }
.ways a:hover { text-decoration: underline; }
.ways a[rel='next'] { margin-inline-start: auto; text-align: end; }
.ways span { display: block; color: var(--muted); font-size: .875rem; font-weight: 400; }
.documents p { margin: 0; color: var(--muted); }
code { padding: .1em .3em; border-radius: .25rem; background: var(--soft); overflow-wrap: anywhere;
  font: .875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
pre { padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--soft);
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; }
blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--muted); }
.scroll { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { min-inline-size: 8rem; padding: .5rem 1rem .5rem 0; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
@media print {
  header, .skip, .contents, .ways { display: none; }
  .scroll { overflow: visible; }
  pre, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  th, td { min-inline-size: 0; }
}
@media (forced-colors: active) { pre, code { border: 1px solid CanvasText; } }
`
