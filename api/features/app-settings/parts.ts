import { isDeepStrictEqual } from 'node:util'
import type { DefinitionPart } from '../../../contract/admin/rights'
import { ApiError } from '../../lib/errors'

/** Parsed JSON of an app file: the whole is checked after each change. */
export type Json = Record<string, unknown>

/** A list of items with an ID each, somewhere in a definition. */
interface ListPart {
  /** Field with the ID. */
  key: string
  read(app: Json): Json[]
  write(app: Json, items: Json[]): void
  /** A new item's ID. */
  name(item: Json, random: string): string
  /** Field with the position from 1, where pages sort by it. */
  position?: string
}

/** One object of a definition, with the ID `current`. */
interface ObjectPart {
  read(app: Json): Json
  write(app: Json, item: Json): void
}

const ONLY_ITEM = 'current'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listPart = (field: string, key: string, name: ListPart['name']): ListPart => ({
  key,
  read: (app) => listOf(app[field]),
  write: (app, items) => void (app[field] = items),
  name,
})

const SLUG_MAX_CHARS = 30

const without = (item: Json, fields: readonly string[]): Json =>
  Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)))

export const slugOf = (text: unknown): string =>
  textOf(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, SLUG_MAX_CHARS)
    .replace(/-+$/gu, '')

const plansOf = (app: Json): Json[] => listOf(app['plans'])

/** Prices are inside their plan; `planId` says which. */
const prices: ListPart = {
  key: 'id',
  read: (app) =>
    plansOf(app).flatMap((plan) =>
      listOf(plan['prices']).map((price) => Object.assign({}, price, { planId: plan['id'] })),
    ),
  write(app, items) {
    const known = plansOf(app)
    if (!items.every(({ planId }) => known.some(({ id }) => id === planId))) throw new ApiError('plan-not-found')
    for (const plan of known)
      plan['prices'] = items
        .filter(({ planId }) => planId === plan['id'])
        .map(({ planId: _plan, ...price }): Json => price)
  },
  name: (_, random) => `prc_${random}`,
}

const groupsOf = (app: Json): Json[] => listOf(app['contentGroups'])

const gateId = ({ group, filter, url }: Json): string => [group, filter, url].map(textOf).join(' ')

/** Gated URLs are inside their content group; their ID is the group's key, the filter and the URL. */
const gates: ListPart = {
  key: 'id',
  read: (app) =>
    groupsOf(app).flatMap(({ key, urls }) =>
      listOf(urls).map((url): Json => Object.assign({}, url, { group: key, id: gateId({ ...url, group: key }) })),
    ),
  write(app, items) {
    const known = groupsOf(app)
    if (!items.every(({ group }) => known.some(({ key }) => key === group)))
      throw new ApiError('definition-item-not-found', { message: 'This content group does not exist.' })
    for (const group of known)
      group['urls'] = items
        .filter((item) => item['group'] === group['key'])
        .map((item) => without(item, ['group', 'id']))
  },
  name: (item) => gateId(item),
}

export const lists: Partial<Record<DefinitionPart, ListPart>> = {
  plans: listPart('plans', 'id', ({ name }, random) => `pln_${slugOf(name) || random}`),
  prices,
  coupons: listPart('coupons', 'id', (_, random) => random.toUpperCase()),
  groups: listPart('contentGroups', 'key', ({ name }, random) => slugOf(name) || random),
  gates,
  fields: { ...listPart('customFields', 'key', ({ label }, random) => slugOf(label) || random), position: 'order' },
}

const APP_FIELDS = [
  'name',
  'siteUrl',
  'liveDomains',
  'allowMemberSelfDelete',
  'deletionGraceDays',
  'verificationMailOnSignup',
  'keepsSignupRecords',
  'sessionLifetimeDays',
  'redirects',
  'passwordless',
  'signIn',
  'mail',
] as const

const objectPart = (field: string): ObjectPart => ({
  read: (app) => objectOf(app[field]),
  write: (app, item) => void (app[field] = item),
})

export const objects: Partial<Record<DefinitionPart, ObjectPart>> = {
  app: {
    read: (app) => Object.fromEntries(APP_FIELDS.flatMap((field) => (field in app ? [[field, app[field]]] : []))),
    write(app, item) {
      const foreign = Object.keys(item).some((field) => !APP_FIELDS.some((one) => one === field))
      if (foreign) throw new ApiError('invalid-definition', { message: 'The app has no such setting.' })
      // Only owners change live mode, after its checks.
      if (!isDeepStrictEqual(item['liveDomains'], app['liveDomains']))
        throw new ApiError('invalid-definition', { message: 'Live domains change with POST /go-live.' })
      for (const field of APP_FIELDS)
        if (field in item) app[field] = item[field]
        else delete app[field]
    },
  },
  design: objectPart('branding'),
  texts: objectPart('texts'),
  payments: objectPart('payments'),
}

/** Fields whose null is a value. */
const NULLABLE: ReadonlySet<string> = new Set(['logo', 'order'])

/** Null removes a field. */
export function mergeFields(before: Json, changes: Json): Json {
  const after = { ...before }
  for (const [field, value] of Object.entries(changes))
    if (value === null && !NULLABLE.has(field)) delete after[field]
    else after[field] = value
  return after
}

/** @throws ApiError `definition-item-not-found` */
export function requireList(part: DefinitionPart): ListPart {
  const list = lists[part]
  if (!list) throw new ApiError('definition-item-not-found')
  return list
}

/** The item, or undefined. Items of two definitions are compared with it. */
export function findItem(app: Json, part: DefinitionPart, id: string): Json | undefined {
  const list = lists[part]
  if (list) return list.read(app).find((one) => one[list.key] === id)
  return id === ONLY_ITEM ? objects[part]?.read(app) : undefined
}
