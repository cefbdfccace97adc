import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'
import type { AppEnv } from '../../http/app-env'
import { methodNotAllowed } from '../../http/method-not-allowed'
import type { Html } from '../../pages/layout'
import type { DocumentFolder, DocumentGroup } from './document-folder'
import { DECLARATIONS_PATH, DOCUMENTS_PATH, OPEN_API_PATH } from './render-document'
import type { NamedDocument, RenderedDocument } from './render-document'
import { DOCUMENTS_STYLESHEET_PATH, documentsStylesheet } from './stylesheet'

const HTML = 'text/html; charset=utf-8'
/** No script, nothing from elsewhere, not in a frame, no form. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

/** Serves the documentation to people: a list of it, and a page for each document. */
export function bindDocuments(app: Hono<AppEnv>, documents: DocumentFolder): void {
  app.get(DOCUMENTS_PATH, async (context) =>
    answer(context, await text(documentIndexPage(await documents.list())), HTML),
  )
  app.get(`${DOCUMENTS_PATH}/`, (context) => context.redirect(DOCUMENTS_PATH, 308))
  app.get(`${DOCUMENTS_PATH}/:name`, async (context) => {
    const name = context.req.param('name')
    const document = await documents.read(name)
    return answer(
      context,
      await text(document ? documentPage(document, await neighboursOf(name, documents)) : missingDocumentPage()),
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

const text = async (page: Html): Promise<string> => (await page).toString()

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

/** Those before and after a document, in the order of the list. */
interface Neighbours {
  previous: NamedDocument | undefined
  next: NamedDocument | undefined
}

/** One document, with a list of its sections before it, and the ways to its neighbours behind it. */
const documentPage = ({ title, sections, html: content }: RenderedDocument, neighbours: Neighbours): Html =>
  frame(
    title,
    html`<h1>${title}</h1>
      ${sections.length > 2 ? contents(sections) : ''}
      <article>${raw(content)}</article>
      ${ways(neighbours)}`,
  )

const ways = ({ previous, next }: Neighbours): Html =>
  html`<nav class="ways" aria-label="Next and previous">
    ${previous ? html`<a rel="prev" href="${addressOf(previous)}"><span>Previous</span> ${previous.document.title}</a>` : ''}
    ${next ? html`<a rel="next" href="${addressOf(next)}"><span>Next</span> ${next.document.title}</a>` : ''}
  </nav>`

const addressOf = ({ name }: NamedDocument): string => `${DOCUMENTS_PATH}/${name}`

const contents = (sections: RenderedDocument['sections']): Html =>
  html`<nav class="contents" aria-label="On this page">
    <ul>
      ${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>
  </nav>`

/** Every document with the sentence it begins with, by group. */
const documentIndexPage = (groups: readonly DocumentGroup[]): Html =>
  frame(
    'Documentation',
    html`<h1>Documentation</h1>
      ${groups.map(
        ({ title, documents }) =>
          html`<h2>${title}</h2>
            ${list(documents)}`,
      )}
      <h2>For tools</h2>
      <ul class="documents">
        <li>
          <a href="${OPEN_API_PATH}">openapi.json</a>
          <p>Both APIs as OpenAPI 3.1.</p>
        </li>
        <li>
          <a href="${DECLARATIONS_PATH}">membership.d.ts</a>
          <p>The global object, as TypeScript declares it.</p>
        </li>
      </ul>`,
  )

const list = (documents: readonly NamedDocument[]): Html =>
  html`<ul class="documents">
    ${documents.map(
      (named) =>
        html`<li>
          <a href="${addressOf(named)}">${named.document.title}</a>
          ${named.document.summary ? html`<p>${firstSentence(named.document.summary)}</p>` : ''}
        </li>`,
    )}
  </ul>`

const missingDocumentPage = (): Html =>
  frame(
    'Not found',
    html`<h1>There is no such page</h1>
      <p>It may have another name now. <a href="${DOCUMENTS_PATH}">See all of the documentation.</a></p>`,
  )

const firstSentence = (summary: string): string => /^.*?\.(?=\s|$)/su.exec(summary)?.[0] ?? summary

const frame = (title: string, main: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === 'Documentation' ? title : `${title} · Documentation`}</title>
        <link rel="stylesheet" href="${DOCUMENTS_STYLESHEET_PATH}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <nav aria-label="Documentation"><a href="${DOCUMENTS_PATH}">Documentation</a></nav>
        </header>
        <main id="content" tabindex="-1">${main}</main>
      </body>
    </html>`
