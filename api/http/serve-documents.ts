import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { DOCUMENTS_PATH } from '../domain/documents/document-link'
import { documentIndexPage, documentPage, missingDocumentPage, type Neighbours } from '../pages/documents/document-page'
import { DOCUMENTS_STYLESHEET_PATH, documentsStylesheet } from '../pages/documents/documents-stylesheet'
import type { Html } from '../pages/layout'
import type { AppEnv } from './request'
import type { DocumentFolder } from './document-folder'
import { methodNotAllowed } from './router'

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
