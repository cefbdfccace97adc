import { sizeOf } from '../../../contract/admin/schemas/paging'
import { APP_VERSIONS_MAX, PREVIEW_KEY_MINUTES } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import { listContentHeads } from '../apps/contents'
import { readStoredApp } from '../apps/repository'
import { insertPreviewKey, PREVIEW_KEY_PREFIX, updatePreviewDraft } from '../apps/secret-keys'
import type { AdminHandlers, PreviewDraft } from '../apps/secret-keys'
import { type AppVersion, findVersion, listVersions } from '../apps/versions'
import { ownerRead } from '../audit/reading'
import { countMembersWithField } from '../members/repository'
import { moveContents, toContentHead } from './content-routes'
import {
  checkDraft,
  type EditCaller,
  editDefinition,
  type EditServices,
  isSameJson,
  jsonOf,
  requirePart,
  requirePartRight,
  requirePlaceholders,
} from './edit'
import { findItem, type Json, lists, mergeFields, objects, requireList } from './parts'

type Handlers = Pick<
  AdminHandlers,
  | 'getDefinition'
  | 'getFieldUse'
  | 'addDefinitionItem'
  | 'orderDefinitionItems'
  | 'changeDefinitionItem'
  | 'removeDefinitionItem'
  | 'listVersions'
  | 'retrieveVersion'
  | 'restoreVersion'
>

export const definitionHandlers: Handlers = {
  /** Always the newest state, without the cache. */
  async getDefinition({ store }, { app: { id } }) {
    const stored = await readStoredApp(store, id)
    if (!stored) throw new ApiError('app-not-found')
    const contents = (await listContentHeads(store, id)).map(toContentHead)
    return { data: { version: stored.version, definition: { ...stored.app }, contents } }
  },

  async getFieldUse({ store }, { app, mode, keyId }, { item }) {
    // The databases refuse very long patterns.
    if (!app.customFields.some(({ key }) => key === item)) return { data: { id: item, members: 0 } }
    const members = await ownerRead(store, keyId, (db) => countMembersWithField(db, { appId: app.id, mode, key: item }))
    return { data: { id: item, members } }
  },

  async addDefinitionItem(services, caller, { part, item }) {
    requirePartRight(caller, part)
    const { version, result, app } = await addItem(services, caller, part, item)
    return { data: { version, id: result, item: findItem({ ...app }, requirePart(part), result) ?? null } }
  },

  async changeDefinitionItem(services, caller, { part, item: id, changes }) {
    requirePartRight(caller, part)
    const { version, result, app } = await changeItem(services, caller, { part, id }, changes)
    return { data: { version, id: result, item: findItem({ ...app }, requirePart(part), result) ?? null } }
  },

  async removeDefinitionItem(services, caller, { part, item: id }) {
    requirePartRight(caller, part)
    const { version } = await removeItem(services, caller, part, id)
    return { data: { version, id } }
  },

  async orderDefinitionItems(services, caller, { part, ids }) {
    requirePartRight(caller, part)
    if (part === 'contents') return { data: { version: await moveContents(services, caller, ids) } }
    const { version } = await orderItems(services, caller, part, ids)
    return { data: { version } }
  },

  async listVersions({ store }, { app }, { first, limit, before }) {
    const size = Math.min(sizeOf({ first, limit }), APP_VERSIONS_MAX)
    const rows = await listVersions(store, app.id, size + 1, before)
    return { hasNextPage: rows.length > size, data: rows.slice(0, size).map(toVersion) }
  },

  /** @throws ApiError `version-not-found` */
  async retrieveVersion({ store }, { app }, { version }) {
    const row = await findVersion(store, app.id, toNumber(version))
    if (!row) throw new ApiError('version-not-found')
    return { data: { ...toVersion(row), definition: asJson(row.definition) } }
  },

  /** Hosted content keeps its own versions and stays. @throws ApiError `version-not-found`, and as `editDefinition` */
  async restoreVersion(services, caller, { version: number }) {
    const { version } = await editDefinition(services, caller, {
      act: 'definition.restore',
      subject: number,
      isSame: isSameJson,
      async change(app, tx) {
        const row = await findVersion(tx, caller.app.id, toNumber(number))
        if (!row) throw new ApiError('version-not-found')
        const { keys: _, id: _id, liveDomains: _domains, ...wanted } = asJson(row.definition)
        const { id, keys, liveDomains } = app
        const kept = { id, keys, liveDomains, ...soldParts(app, wanted) }
        for (const field of Object.keys(app)) delete app[field]
        Object.assign(app, wanted, kept)
      },
    })
    return { data: { version } }
  },
}

const toVersion = ({ number, at, author, parts }: AppVersion) => ({ number, at: toIso(at), author, parts })

const toNumber = (text: string): number => (/^\d{1,15}$/u.test(text) ? Number(text) : -1)

const asJson = (value: unknown): Json => {
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}

/** Plans and prices that were added since the version are closed, not removed: members may have them. */
function soldParts(now: Json, wanted: Json): Pick<Json, string> {
  const [old, kept] = [asJson(wanted), listOfPlans(now)]
  const plans = listOfPlans(old)
  for (const plan of kept) {
    const match = plans.find(({ id }) => id === plan['id'])
    if (!match) plans.push({ ...plan, active: false, prices: closed(pricesOf(plan)) })
    else {
      const known = pricesOf(match)
      const added = pricesOf(plan).filter(({ id }) => !known.some((one) => one['id'] === id))
      match['prices'] = [...known, ...closed(added)]
    }
  }
  return { plans, dataTables: now['dataTables'] }
}

const arrayOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])
const listOfPlans = (app: Json): Json[] => arrayOf(app['plans'])
const pricesOf = (plan: Json): Json[] => arrayOf(plan['prices'])
const closed = (prices: readonly Json[]): Json[] => prices.map((price) => ({ ...price, active: false }))

const RANDOM_CHARS = 10

function addItem(services: EditServices, caller: EditCaller, partName: string, item: Json) {
  const part = requirePart(partName)
  const list = requireList(part)
  const given = item[list.key]
  return editDefinition(services, caller, {
    act: 'definition.add',
    subject: part,
    // Another new item is no conflict.
    isSame: () => true,
    change(app) {
      const items = list.read(app)
      const isTaken = (id: unknown) => items.some((one) => one[list.key] === id)
      if (typeof given === 'string' && isTaken(given)) throw new ApiError('definition-item-taken')
      const random = services.secrets.fileId().slice(0, RANDOM_CHARS)
      const named = typeof given === 'string' && part !== 'gates' ? given : list.name(item, random)
      if (part === 'gates' && isTaken(named)) throw new ApiError('definition-item-taken')
      const id = isTaken(named) ? `${named}-${random}` : named
      list.write(app, [...items, { ...item, [list.key]: id }])
      return id
    },
  })
}

interface Place {
  part: string
  id: string
}

function changeItem(services: EditServices, caller: EditCaller, { part: name, id }: Place, changes: Json) {
  const part = requirePart(name)
  return editDefinition(services, caller, {
    act: 'definition.change',
    subject: `${part} ${id}`,
    isSame: (one, other) => isSameJson(findItem(one, part, id), findItem(other, part, id)),
    change(app) {
      const before = findItem(app, part, id)
      if (!before) throw new ApiError('definition-item-not-found')
      if (part === 'texts') requirePlaceholders(changes)
      const after = mergeFields(before, changes)
      const list = lists[part]
      if (!list) {
        objects[part]?.write(app, after)
        return id
      }
      if (part === 'prices' && isSoldChange(before, after)) return copyPrice(services, app, before, after)
      list.write(
        app,
        list.read(app).map((one) => (one[list.key] === id ? after : one)),
      )
      // A gate's ID is what it gates.
      return part === 'gates' ? list.name(after, '') : id
    },
  })
}

const SOLD = ['amountMinor', 'currency', 'interval'] as const

const isSoldChange = (before: Json, after: Json): boolean =>
  SOLD.some((field) => !isSameJson(before[field], after[field]))

/** Members keep their price: it is closed, and a copy gets the change. @returns the ID of the copy */
function copyPrice({ secrets }: EditServices, app: Json, before: Json, after: Json): string {
  const list = requireList('prices')
  const id = list.name(after, secrets.fileId().slice(0, RANDOM_CHARS))
  const items = list.read(app).flatMap((one) =>
    one['id'] === before['id']
      ? [
          { ...one, active: false },
          { ...after, id, active: true },
        ]
      : [one],
  )
  list.write(app, items)
  return id
}

function removeItem(services: EditServices, caller: EditCaller, name: string, id: string) {
  const part = requirePart(name)
  const list = requireList(part)
  return editDefinition(services, caller, {
    act: 'definition.remove',
    subject: `${part} ${id}`,
    isSame: (one, other) => isSameJson(findItem(one, part, id), findItem(other, part, id)),
    change(app) {
      if (!findItem(app, part, id)) throw new ApiError('definition-item-not-found')
      list.write(
        app,
        list.read(app).filter((one) => one[list.key] !== id),
      )
    },
  })
}

/** Items that `ids` does not name keep their order, after the others. */
function orderItems(services: EditServices, caller: EditCaller, name: string, ids: readonly string[]) {
  const part = requirePart(name)
  const list = requireList(part)
  const rank = (item: Json): number => {
    const at = ids.findIndex((id) => id === item[list.key])
    return at === -1 ? ids.length : at
  }
  return editDefinition(services, caller, {
    act: 'definition.order',
    subject: part,
    isSame: (one, other) => isSameJson(list.read(one).map(keyOf), list.read(other).map(keyOf)),
    change(app) {
      const { position } = list
      const sorted = list.read(app).toSorted((one, other) => rank(one) - rank(other))
      list.write(app, position ? sorted.map((item, index) => ({ ...item, [position]: index + 1 })) : sorted)
    },
  })

  function keyOf(item: Json): unknown {
    return item[list.key]
  }
}

const MINUTE_MS = 60_000

type PreviewHandlers = Pick<AdminHandlers, 'createPreviewKey' | 'changePreviewDraft'>

/** Shows a page before it is saved. Not in the audit log, because the app does not change. */
export const previewHandlers: PreviewHandlers = {
  async createPreviewKey({ store, secrets, clock }, { app, actor }, changes) {
    const draft = await readDraft(store, app.id, changes)
    const key = PREVIEW_KEY_PREFIX + secrets.sessionToken()
    const [now, keyDigest] = [clock.now(), secrets.digest(key)]
    const expiresAt = now + PREVIEW_KEY_MINUTES * MINUTE_MS
    const row = { keyDigest, appId: app.id, owner: actor.sessionId, draft, createdAt: now, expiresAt }
    await store.transaction((tx) => insertPreviewKey(tx, row))
    return { data: { id: keyDigest, key, expiresAt: toIso(expiresAt) } }
  },

  /** @throws ApiError `preview-key-not-found` */
  async changePreviewDraft({ store, clock }, { app, actor }, { previewId, ...changes }) {
    const draft = await readDraft(store, app.id, changes)
    const place = { keyDigest: previewId, appId: app.id, owner: actor.sessionId }
    const expiresAt = await updatePreviewDraft(store, place, draft, clock.now())
    if (expiresAt === null) throw new ApiError('preview-key-not-found')
    return { data: { id: previewId, expiresAt: toIso(expiresAt) } }
  },
}

interface Changes {
  design?: Json | undefined
  texts?: Json | undefined
}

/** JSON of the parts as they would be after these changes. @throws ApiError `invalid-definition`, as saving them would */
async function readDraft(db: Services['store'] | Db, appId: string, changes: Changes): Promise<string> {
  const stored = await readStoredApp(db, appId)
  if (!stored) throw new ApiError('app-not-found')
  const whole = jsonOf(stored.app)
  for (const part of ['design', 'texts'] as const) {
    const changed = changes[part]
    const place = objects[part]
    if (!changed || !place) continue
    if (part === 'texts') requirePlaceholders(changed)
    place.write(whole, mergeFields(place.read(whole), changed))
  }
  const { branding, texts } = await checkDraft(db, stored.app, whole)
  const draft: PreviewDraft = { branding, texts }
  return JSON.stringify(draft)
}
