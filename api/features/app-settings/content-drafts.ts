import { CONTENT_ID_MAX_CHARS } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import { sanitizeHtml } from '../../lib/html'
import type { HostedContent } from '../apps/definition'
import {
  type ContentVersionRow,
  deleteDraft,
  type DraftRow,
  findContentRow,
  findContentVersion,
  findDraft,
  type Head,
  insertContentVersion,
  listContentHeads,
  listContentVersions,
  listDrafts,
  saveContent,
  saveDraft,
  toContent,
} from '../apps/contents'
import { lockApp } from '../apps/repository'
import type { AdminHandlers } from '../apps/secret-keys'
import { ownerOf, recordAction } from '../audit/actions'
import { checkHtml, checkPiece, requireGroup, requireRoom, seenVersion } from './content-routes'
import type { EditCaller, EditServices } from './edit'
import { slugOf } from './parts'

type Handlers = Pick<
  AdminHandlers,
  | 'listContents'
  | 'addContent'
  | 'checkContentHtml'
  | 'readContent'
  | 'saveContentDraft'
  | 'discardContentDraft'
  | 'publishContent'
  | 'listContentVersions'
  | 'readContentVersion'
  | 'restoreContentVersion'
>

export const contentDraftHandlers: Handlers = {
  /** Published pieces in the owner's order, then those that exist as a draft only. */
  async listContents({ store }, { app }) {
    const [heads, drafts] = [await listContentHeads(store, app.id), await listDrafts(store, app.id)]
    const known = new Map(drafts.map((draft) => [draft.contentId, draft]))
    const published = heads.map((head) => {
      const draft = known.get(head.id)
      known.delete(head.id)
      return { id: head.id, published: toStateHead(head), draft: draft ? toStateHead(draft) : null }
    })
    const unpublished = [...known.values()].map((draft) => ({
      id: draft.contentId,
      published: null,
      draft: toStateHead(draft),
    }))
    return { data: [...published, ...unpublished] }
  },

  /** @throws ApiError `invalid-definition` for an unknown group, `too-many-contents` */
  async addContent(services, caller, { name, group, type }) {
    const appId = caller.app.id
    return services.store.transaction(async (tx) => {
      await lockApp(tx, appId)
      await requireGroup(tx, appId, group)
      await requireRoom(tx, appId)
      const random = services.secrets.fileId().slice(0, RANDOM_CHARS)
      const named = `cnt_${slugOf(name) || random}`
      const isTaken = (await findContentRow(tx, appId, named)) ?? (await findDraft(tx, appId, named))
      const id = isTaken ? `${named}-${random}` : named
      const draft = await writeDraft(tx, services, caller, { typed: { id, name, group, type, content: '' } })
      return { data: { id, draft: toStateHead({ ...draft, length: draft.content.length }) } }
    })
  },

  /** Changes nothing. @throws ApiError `invalid-definition` for HTML that no page can show */
  async checkContentHtml(_, __, { content }) {
    return { data: await checkHtml(content) }
  },

  /** @throws ApiError `content-not-found` */
  async readContent({ store }, { app }, { item }) {
    const [row, draft] = [await findContentRow(store, app.id, item), await findDraft(store, app.id, item)]
    if (!row && !draft) throw new ApiError('content-not-found')
    return { data: { id: item, published: row && toState(row), draft: draft && toState(draft) } }
  },

  /**
   * As it was typed: what members get is checked when it is published. `If-Match` is the version of the draft, 0 without one.
   * @throws ApiError `definition-changed`, `invalid-definition`, `too-many-contents`
   */
  async saveContentDraft(services, caller, { item: id, ...typed }) {
    const appId = caller.app.id
    if (!/^cnt_[\w-]+$/u.test(id) || id.length > CONTENT_ID_MAX_CHARS)
      throw new ApiError('invalid-definition', { message: 'id: must be cnt_ followed by letters, digits, - or _' })
    return services.store.transaction(async (tx) => {
      await lockApp(tx, appId)
      const before = await findDraft(tx, appId, id)
      await requireSeenDraft(tx, caller, id, before)
      if (!before && !(await findContentRow(tx, appId, id))) await requireRoom(tx, appId)
      const draft = await writeDraft(tx, services, caller, { typed: { id, ...typed } })
      return { data: { id, draft: toStateHead({ ...draft, length: draft.content.length }) } }
    })
  },

  /** It stays in the history. @throws ApiError `content-not-found`, `definition-changed` */
  async discardContentDraft(services, caller, { item: id }) {
    const appId = caller.app.id
    await services.store.transaction(async (tx) => {
      await lockApp(tx, appId)
      const draft = await findDraft(tx, appId, id)
      await requireSeenDraft(tx, caller, id, draft)
      if (!draft) throw new ApiError('content-not-found')
      await deleteDraft(tx, appId, id)
      // Without a published piece there is no history to read.
      if (await findContentRow(tx, appId, id)) await keepInHistory(tx, draft)
      await recordAction(tx, services, caller, { act: 'content.discard', subject: id })
    })
    return { data: { id } }
  },

  /**
   * HTML is stored as members get it. `If-Match` is the version of the draft; without it, the draft also replaces a version that
   * someone else has published since.
   * @throws ApiError `content-not-found` without a draft, `definition-changed`, `invalid-definition`
   */
  async publishContent(services, caller, { item: id }) {
    const { store, clock } = services
    const appId = caller.app.id
    const typed = await findDraft(store, appId, id)
    await requireSeenDraft(store, caller, id, typed)
    if (!typed) throw new ApiError('content-not-found')
    // Before the transaction: large HTML takes long.
    const { piece, removed } = await checkPiece(contentOf(typed))
    return store.transaction(async (tx) => {
      await lockApp(tx, appId)
      const draft = await findDraft(tx, appId, id)
      const before = await findContentRow(tx, appId, id)
      if (draft?.version !== typed.version) throw await changedBy(tx, appId, id, draft)
      if (isStrict(caller) && (before?.version ?? 0) !== draft.baseVersion) throw await changedBy(tx, appId, id, null)
      await requireGroup(tx, appId, piece.group)
      const author = ownerOf(caller).actor
      await saveContent(tx, appId, piece, { now: clock.now(), author })
      await deleteDraft(tx, appId, id)
      const detail = { group: piece.group, type: piece.type }
      await recordAction(tx, services, caller, { act: 'content.publish', subject: id, detail })
      const row = await findContentRow(tx, appId, id)
      if (!row) throw new ApiError('content-not-found')
      return { data: { id, published: toState(row), removed } }
    })
  },

  async listContentVersions({ store }, { app }, { item }) {
    return { data: (await listContentVersions(store, app.id, item)).map(toVersion) }
  },

  /** HTML also as elements, to be shown. @throws ApiError `version-not-found` */
  async readContentVersion({ store }, { app }, { item, version }) {
    const row = await requireVersion(store, app.id, item, version)
    const safe = row.type === 'HTML' ? await sanitizeHtml(row.content).catch(() => null) : null
    const head = toVersion({ ...row, length: row.content.length })
    return { data: { ...head, content: row.content, nodes: safe?.nodes ?? null } }
  },

  /** As a draft: members get it when it is published. @throws ApiError `version-not-found`, `definition-changed` */
  async restoreContentVersion(services, caller, { item: id, version }) {
    const appId = caller.app.id
    return services.store.transaction(async (tx) => {
      await lockApp(tx, appId)
      const row = await requireVersion(tx, appId, id, version)
      const before = await findDraft(tx, appId, id)
      await requireSeenDraft(tx, caller, id, before)
      if (before) await keepInHistory(tx, before)
      const draft = await writeDraft(tx, services, caller, { typed: contentOf(row), act: 'content.restore' })
      return { data: { id, draft: toState(draft) } }
    })
  },
}

const RANDOM_CHARS = 10

type Typed = Omit<HostedContent, 'type'> & { type: string }

const contentOf = (row: DraftRow | ContentVersionRow): HostedContent => toContent({ ...row, id: row.contentId })

/** Writes a person's draft. Another person's draft goes to the history. The first save of a draft is in the audit log. */
async function writeDraft(
  tx: Tx,
  services: EditServices,
  caller: EditCaller,
  { typed: { id, name, group, type, content }, act = 'content.draft' }: { typed: Typed; act?: string },
): Promise<DraftRow> {
  const appId = caller.app.id
  const [before, published] = [await findDraft(tx, appId, id), await findContentRow(tx, appId, id)]
  const [author, now] = [ownerOf(caller).actor, services.clock.now()]
  const draft: DraftRow = {
    appId,
    contentId: id,
    name,
    groupKey: group,
    type,
    content,
    baseVersion: before?.baseVersion ?? published?.version ?? 0,
    // Never that of an earlier draft, which someone may still see.
    version: Math.max(now, (before?.version ?? published?.changedAt ?? 0) + 1),
    author,
    changedAt: now,
  }
  if (before && before.author !== author && act === 'content.draft') await keepInHistory(tx, before)
  await saveDraft(tx, draft)
  if (before?.author !== author || act !== 'content.draft')
    await recordAction(tx, services, caller, { act, subject: id, detail: { group, type } })
  return draft
}

const keepInHistory = (tx: Tx, draft: DraftRow): Promise<void> =>
  insertContentVersion(tx, {
    appId: draft.appId,
    contentId: draft.contentId,
    at: draft.changedAt,
    author: draft.author,
    kind: 'draft',
    name: draft.name,
    groupKey: draft.groupKey,
    type: draft.type,
    content: draft.content,
  })

const isStrict = ({ ifMatch }: EditCaller): boolean => ifMatch !== undefined && ifMatch !== '*'

/** @throws ApiError `definition-changed` with who saved or published since */
async function requireSeenDraft(db: Db, caller: EditCaller, id: string, draft: DraftRow | null): Promise<void> {
  const { ifMatch } = caller
  if (ifMatch === undefined || ifMatch === '*') return
  if ((draft?.version ?? 0) !== seenVersion(ifMatch)) throw await changedBy(db, caller.app.id, id, draft)
}

async function changedBy(db: Db, appId: string, id: string, draft: DraftRow | null): Promise<ApiError> {
  const last = draft ?? (await findContentRow(db, appId, id))
  if (!last) return new ApiError('definition-changed')
  const { version, changedAt, author } = last
  return new ApiError('definition-changed', {
    changes: [{ version, at: toIso(changedAt), author, parts: ['contents'] }],
  })
}

async function requireVersion(db: Db, appId: string, id: string, number: string): Promise<ContentVersionRow> {
  const row = /^\d{1,15}$/u.test(number) ? await findContentVersion(db, appId, id, Number(number)) : null
  if (!row) throw new ApiError('version-not-found')
  return row
}

type StateRow = Pick<DraftRow, 'name' | 'groupKey' | 'type' | 'version' | 'changedAt'> & { author: string | null }

const toStateHead = (row: StateRow & { length: number }) => ({
  name: row.name,
  group: row.groupKey,
  type: row.type,
  length: row.length,
  version: row.version,
  changedAt: toIso(row.changedAt),
  author: row.author,
})

const toState = (row: StateRow & { content: string }) => ({
  ...toStateHead({ ...row, length: row.content.length }),
  content: row.content,
})

const toVersion = (row: Head<ContentVersionRow>) => ({
  number: row.number,
  at: toIso(row.at),
  author: row.author,
  kind: row.kind,
  name: row.name,
  group: row.groupKey,
  type: row.type,
  length: row.length,
})
