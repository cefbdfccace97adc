import type { MemberFieldDefinition } from './definition'

/** Conditions of the list as texts, named as in the admin API. They are the query of the list's URL. */
export const filterNames = [
  'search',
  'planId',
  'status',
  'failedPayment',
  'subscribed',
  'paidFrom',
  'paidTo',
  'firstPaidFrom',
  'firstPaidTo',
  'verified',
  'suspended',
  'provider',
  'joinedFrom',
  'joinedTo',
  'lastLoginFrom',
  'lastLoginTo',
] as const
export type FilterName = (typeof filterNames)[number]

/** A condition on a filterable field: one value, or a range. */
export interface FieldCondition {
  is?: string
  from?: string
  to?: string
}

/** Empty texts are no conditions and are left out. */
export interface MemberFilter {
  values: Partial<Record<FilterName, string>>
  fields: Readonly<Record<string, FieldCondition>>
}

export const sorts = ['joined', 'lastLogin', 'email'] as const
export type Sort = (typeof sorts)[number]

/** Everything about the list that its URL says. */
export interface ListState {
  filter: MemberFilter
  sort: Sort
  isDescending: boolean
}

export const noFilter: MemberFilter = { values: {}, fields: {} }

export const statuses = ['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED'] as const
export type Status = (typeof statuses)[number]

const isStatus = (text: string | undefined): text is Status => statuses.some((one) => one === text)
const flagNames: ReadonlySet<FilterName> = new Set(['failedPayment', 'subscribed', 'verified', 'suspended'])
const isFlag = (text: string | undefined): text is 'true' | 'false' => text === 'true' || text === 'false'

const FIELD_PREFIX = 'field.'
const FIELD = /^field\.(?<key>.+?)(?:\.(?<bound>from|to))?$/u

/** @param search query of the URL, with or without `?` */
export function readListState(search: string): ListState {
  const values: MemberFilter['values'] = {}
  const fields: Record<string, FieldCondition> = {}
  const query = new URLSearchParams(search)
  for (const name of filterNames) {
    const value = query.get(name)?.trim()
    if (value && isPossible(name, value)) values[name] = value
  }
  for (const [name, value] of query) {
    const { key, bound } = FIELD.exec(name)?.groups ?? {}
    if (key && value.trim()) fields[key] = { ...fields[key], [bound ?? 'is']: value.trim() }
  }
  const sort = sorts.find((one) => one === query.get('sort'))
  return { filter: { values, fields }, sort: sort ?? 'joined', isDescending: query.get('order') !== 'ASC' }
}

/** Drops conditions that the API would refuse: someone may have changed the URL. */
function isPossible(name: FilterName, value: string): boolean {
  if (name === 'status') return isStatus(value)
  if (flagNames.has(name)) return isFlag(value)
  if (name.endsWith('From') || name.endsWith('To')) return !Number.isNaN(Date.parse(value))
  return true
}

/** The reverse of `readListState`; newest first is not mentioned. */
export function writeListState({ filter, sort, isDescending }: ListState): string {
  const query = new URLSearchParams()
  for (const name of filterNames) {
    const value = filter.values[name]
    if (value) query.set(name, value)
  }
  for (const [key, condition] of Object.entries(filter.fields))
    for (const [bound, value] of Object.entries(condition))
      if (value) query.set(`${FIELD_PREFIX}${key}${bound === 'is' ? '' : `.${bound}`}`, String(value))
  if (sort !== 'joined') query.set('sort', sort)
  if (!isDescending) query.set('order', 'ASC')
  return query.toString()
}

export const isFiltered = ({ values, fields }: MemberFilter): boolean =>
  Object.keys(values).length > 0 || Object.keys(fields).length > 0

/** Without the conditions named. */
export function withoutValues(filter: MemberFilter, names: readonly FilterName[]): MemberFilter {
  const values = { ...filter.values }
  for (const name of names) delete values[name]
  return { ...filter, values }
}

export function withoutField(filter: MemberFilter, key: string): MemberFilter {
  const fields = Object.fromEntries(Object.entries(filter.fields).filter(([one]) => one !== key))
  return { ...filter, fields }
}

/** Without fields that members cannot be filtered by. */
export function withKnownFields(filter: MemberFilter, definitions: readonly MemberFieldDefinition[]): MemberFilter {
  const known = Object.entries(filter.fields).filter(([key]) =>
    definitions.some((field) => field.key === key && field.filterable),
  )
  return { ...filter, fields: Object.fromEntries(known) }
}

/** Without empty texts. */
export function compact({ values, fields }: MemberFilter): MemberFilter {
  const written = (entry: readonly [string, string | undefined]) => Boolean(entry[1]?.trim())
  const bounds = Object.entries(fields).map(
    ([key, condition]) => [key, Object.fromEntries(Object.entries(condition).filter(written))] as const,
  )
  return {
    values: Object.fromEntries(Object.entries(values).filter(written)),
    fields: Object.fromEntries(bounds.filter(([, condition]) => Object.keys(condition).length > 0)),
  }
}

/** The filter of a call's body, with field values in the types of the app definition. */
export function toFilterInput({ values, fields }: MemberFilter, definitions: readonly MemberFieldDefinition[]) {
  const { status, failedPayment, subscribed, verified, suspended, ...others } = values
  const typed = Object.entries(fields).flatMap(([key, condition]) => {
    const field = definitions.find((one) => one.key === key && one.filterable)
    return field ? [[key, typedCondition(field, condition)] as const] : []
  })
  return {
    ...others,
    ...(isStatus(status) && { status }),
    ...(isFlag(failedPayment) && { failedPayment }),
    ...(isFlag(subscribed) && { subscribed }),
    ...(isFlag(verified) && { verified }),
    ...(isFlag(suspended) && { suspended }),
    ...(typed.length > 0 && { fields: Object.fromEntries(typed) }),
  }
}

export type FilterInput = ReturnType<typeof toFilterInput>

/** The filter of a query: fields are one JSON text. */
export function toFilterQuery(input: FilterInput) {
  const { fields, ...others } = input
  return { ...others, ...(fields && { fields: JSON.stringify(fields) }) }
}

function typedCondition({ type }: MemberFieldDefinition, condition: FieldCondition) {
  const typed = (text: string): string | number | boolean => {
    if (type === 'checkbox') return text === 'true'
    return type === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  const bound = (text: string): string | number => {
    const value = typed(text)
    return typeof value === 'boolean' ? text : value
  }
  return {
    ...(condition.is !== undefined && { is: typed(condition.is) }),
    ...(condition.from !== undefined && { from: bound(condition.from) }),
    ...(condition.to !== undefined && { to: bound(condition.to) }),
  }
}
