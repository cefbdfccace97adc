import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import { CONSOLE_PATH } from '../../../contract/admin/console-session'
import { mayDo } from '../../../contract/admin/rights'
import { CONTENTS_MAX, REMOVAL_UNDO_MS } from '../../../contract/limits'
import { parseUrl } from '../../../contract/parse-url'
import type { Db } from '../../database/db'
import { readConsoleCookie, requireConsoleHost, requireConsolePage } from '../../http/console-page'
import { pageHeaders } from '../../http/page-kit'
import { type AppEnv, callerIpAddress } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import type { Services } from '../../http/services'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Removed } from '../../lib/html'
import {
  type ContentHead,
  findContentRow,
  findDraft,
  listContentHeads,
  listDrafts,
  moveContent,
  removeContent,
  restoreContent,
  saveContent,
} from '../apps/contents'
import type { HostedContent } from '../apps/definition'
import { AppDefinitionError, readContent, readHtml } from '../apps/read-definition'
import { findAppById, lockApp, readStoredApp } from '../apps/repository'
import type { AdminHandlers } from '../apps/secret-keys'
import { ownerOf, recordAction } from '../audit/actions'
import { findRole } from '../staff/repository'
import { requireConsoleCaller } from '../staff/sessions'
import { type EditCaller, type EditServices, inApiTerms, refusal } from './edit'

type Handlers = Pick<
  AdminHandlers,
  'retrieveContentPiece' | 'saveContentPiece' | 'removeContentPiece' | 'undoContentRemoval'
>

export const contentHandlers: Handlers = {
  /** @throws ApiError `content-not-found` */
  async retrieveContentPiece({ store }, { app }, { item }) {
    const row = await findContentRow(store, app.id, item)
    if (!row) throw new ApiError('content-not-found')
    return { data: { ...toContentHead({ ...row, length: row.content.length }), content: row.content } }
  },

  /**
   * Adds the piece, or replaces it, without a draft. HTML is stored as members get it. `If-Match` is its own version.
   * @throws ApiError `invalid-definition`, `definition-changed`, `too-many-contents`
   */
  async saveContentPiece(services, caller, { item: id, name, group, type, content }) {
    const { piece, removed } = await checkPiece({ id, name, group, type, content })
    const { app } = caller
    await services.store.transaction(async (tx) => {
      await lockApp(tx, app.id)
      await requireGroup(tx, app.id, group)
      const before = await findContentRow(tx, app.id, id)
      requireSeen(caller, before)
      if (!before) await requireRoom(tx, app.id)
      await saveContent(tx, app.id, piece, { now: services.clock.now(), author: ownerOf(caller).actor })
      const act = before ? 'content.change' : 'content.add'
      await recordAction(tx, services, caller, { act, subject: id, detail: { group, type } })
    })
    const row = await findContentRow(services.store, app.id, id)
    if (!row) throw new ApiError('content-not-found')
    return { data: { ...toContentHead({ ...row, length: row.content.length }), removed } }
  },

  /** With its draft and history. @throws ApiError `content-not-found`, `definition-changed` */
  async removeContentPiece(services, caller, { item: id }) {
    const { app } = caller
    await services.store.transaction(async (tx) => {
      await lockApp(tx, app.id)
      const row = await findContentRow(tx, app.id, id)
      requireSeen(caller, row)
      if (!(await removeContent(tx, app.id, id, services.clock.now()))) throw new ApiError('content-not-found')
      await recordAction(tx, services, caller, { act: 'content.remove', subject: id })
    })
    return { data: { id } }
  },

  /** @throws ApiError `content-not-found`, also if its time is over; `definition-changed` if its ID is taken; `too-many-contents` */
  async undoContentRemoval(services, caller, { item: id }) {
    const { app } = caller
    await services.store.transaction(async (tx) => {
      await lockApp(tx, app.id)
      const taken = (await findContentRow(tx, app.id, id)) ?? (await findDraft(tx, app.id, id))
      if (taken) throw new ApiError('definition-changed')
      await requireRoom(tx, app.id)
      const after = services.clock.now() - REMOVAL_UNDO_MS
      if (!(await restoreContent(tx, app.id, id, after))) throw new ApiError('content-not-found')
      await recordAction(tx, services, caller, { act: 'content.undo-removal', subject: id })
    })
    return { data: { id } }
  },
}

/** The piece as it is stored, with HTML as members get it. @throws ApiError `invalid-definition` */
export async function checkPiece(piece: HostedContent): Promise<{ piece: HostedContent; removed: Removed[] }> {
  const checked = inApiTerms(() => readContent(piece))
  if (checked.type !== 'HTML') return { piece: checked, removed: [] }
  const { content, removed } = await checkHtml(checked.content)
  return { piece: { ...checked, content }, removed }
}

/** @throws ApiError `invalid-definition` */
export async function checkHtml(markup: string): ReturnType<typeof readHtml> {
  try {
    return await readHtml(markup)
  } catch (error) {
    if (error instanceof AppDefinitionError) throw refusal(error.problems)
    throw error
  }
}

/** @throws ApiError `invalid-definition` */
export async function requireGroup(db: Db, appId: string, group: string): Promise<void> {
  const stored = await readStoredApp(db, appId)
  if (!stored?.app.contentGroups.some(({ key }) => key === group))
    throw new ApiError('invalid-definition', { message: 'group: unknown content group' })
}

/** Drafts count. @throws ApiError `too-many-contents` */
export async function requireRoom(db: Db, appId: string): Promise<void> {
  const [contents, drafts] = [await listContentHeads(db, appId), await listDrafts(db, appId)]
  const ids = new Set([...contents.map(({ id }) => id), ...drafts.map(({ contentId }) => contentId)])
  if (ids.size >= CONTENTS_MAX) throw new ApiError('too-many-contents')
}

/** @param ifMatch header `If-Match`. @throws ApiError `invalid-field-value` */
export function seenVersion(ifMatch: string): number {
  const seen = /^(?:W\/)?"?(\d{1,15})"?$/u.exec(ifMatch)?.[1]
  if (seen === undefined) throw new ApiError('invalid-field-value')
  return Number(seen)
}

/** @throws ApiError `definition-changed` if the piece was saved since */
function requireSeen({ ifMatch }: EditCaller, row: ContentHead | null): void {
  if (ifMatch === undefined || ifMatch === '*') return
  const seen = seenVersion(ifMatch)
  if (row && row.version !== seen)
    throw new ApiError('definition-changed', {
      changes: [{ version: row.version, at: toIso(row.changedAt), author: row.author, parts: ['contents'] }],
    })
}

/** Pieces that `ids` does not name follow in their order. @returns the version of the definition, which does not change */
export async function moveContents(
  services: EditServices,
  caller: EditCaller,
  ids: readonly string[],
): Promise<number> {
  const { id: appId } = caller.app
  return services.store.transaction(async (tx) => {
    await lockApp(tx, appId)
    const stored = (await listContentHeads(tx, appId)).map(({ id }) => id)
    const order = [...new Set([...ids.filter((id) => stored.includes(id)), ...stored])]
    for (const [position, id] of order.entries()) await moveContent(tx, appId, id, position)
    await recordAction(tx, services, caller, { act: 'content.order', subject: appId })
    return (await readStoredApp(tx, appId))?.version ?? 1
  })
}

export const toContentHead = (row: ContentHead & { length: number }) => ({
  id: row.id,
  name: row.name,
  group: row.groupKey,
  type: row.type,
  length: row.length,
  version: row.version,
  changedAt: toIso(row.changedAt),
})

type Shown = { name: string; type: string; content: string }

const STYLE = `body{margin:0;padding:1rem;background:#fff;color:#17191c;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
img,video{max-width:100%;height:auto}pre{white-space:pre-wrap}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.25rem .5rem}`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** No script runs, nothing is sent, and the page has no origin: what is in a frame of the console can't reach it. */
const policyOf = (siteUrl: string | undefined): string =>
  [
    'sandbox',
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src https: http: data:',
    'media-src https: http:',
    "form-action 'none'",
    `base-uri ${(siteUrl && parseUrl(siteUrl)?.origin) || "'none'"}`,
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * A draft, or the published piece without one, as members get it; in a frame of the console only. A frame sends the cookie and no
 * `Console-Token`: it reads one piece and changes nothing.
 */
export function bindContentPage(app: Hono<AppEnv>, services: Services, trustProxyHops: number): void {
  const path = `${CONSOLE_PATH}/content/:app/:item`
  app.get(path, (context) => answerContent(context, services, trustProxyHops))
  app.all(path, methodNotAllowed(['GET']))
}

async function answerContent(context: Context<AppEnv>, services: Services, trustProxyHops: number): Promise<Response> {
  requireConsoleHost(services, context, callerIpAddress(context, trustProxyHops))
  requireConsolePage(services, context)
  if (context.req.header('sec-fetch-dest') !== 'iframe') throw new ApiError('access-denied')
  const cookie = readConsoleCookie(services, context)
  if (cookie === null) throw new ApiError('console-login-required')
  const { staffId } = await requireConsoleCaller(services, cookie)
  await services.rateLimiter.take('consoleCallsPerPerson', staffId)
  const [appId, item] = [context.req.param('app') ?? '', context.req.param('item') ?? '']
  const role = await findRole(services.store, appId, staffId)
  if (!role || !mayDo(role, 'content.write')) throw new ApiError('right-missing')
  const definition = await findAppById(services.store, appId)
  const shown = (await findDraft(services.store, appId, item)) ?? (await findContentRow(services.store, appId, item))
  if (!definition || !shown) throw new ApiError('content-not-found')
  const { siteUrl } = definition
  const body = await bodyOf(shown)
  const base = siteUrl && parseUrl(siteUrl) ? html`<base href="${siteUrl}" />` : ''
  const document = await html`<!doctype html>
    <html lang="und">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${base}
        <title>${shown.name}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
  return new Response(document.toString(), {
    headers: { ...pageHeaders, 'Content-Security-Policy': policyOf(siteUrl) },
  })
}

/** The result in `data-ms-secure-html` and `data-ms-secure-link`; code as text. */
async function bodyOf({ type, name, content }: Shown): Promise<unknown> {
  if (content === '') return ''
  if (type === 'HTML') return raw((await checkHtml(content)).content)
  if (type === 'IMAGE') return html`<img src="${content}" alt="${name}" />`
  if (type === 'LINK' || type === 'FILE') return html`<p>${content}</p>`
  if (type === 'TEXT') return html`<p>${content}</p>`
  return html`<pre>${content}</pre>`
}
