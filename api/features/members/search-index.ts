import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import type { CustomFieldValue } from '../../../contract/entities'
import { MEMBER_TERM_MAX_CHARS, MEMBER_TERMS_MAX } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import { inChunks } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { Mode } from '../../lib/ids'
import type { AppDefinition, CustomFieldDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'

/** The parts of a member that are searched and filtered. */
export interface SearchFields {
  /** Text fields with words of their own: names, and filterable texts. */
  words: readonly string[]
  filterable: readonly CustomFieldDefinition[]
  /** Changes with the fields: members with another version are written again. */
  version: string
}

export type SearchedMember = Pick<Tables['members'], 'id' | 'appId' | 'mode' | 'email'> & {
  customFields: Readonly<Record<string, CustomFieldValue>>
}

/** Changes when terms are built in another way. */
const TERMS_VERSION = 1

const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'select', 'url', 'phone'])

/** Name fields are the text fields whose key ends with `name`. */
export function searchFieldsOf(app: Pick<AppDefinition, 'customFields'> | null): SearchFields {
  const fields = app?.customFields ?? []
  const filterable = fields.filter((field) => field.filterable === true)
  const words = fields
    .filter(
      (field) => (field.type === 'text' && field.key.endsWith('name')) || (field.filterable && TEXTS.has(field.type)),
    )
    .map(({ key }) => key)
  const described = JSON.stringify([TERMS_VERSION, words, filterable.map(({ key, type }) => [key, type])])
  return { words, filterable, version: createHash('sha256').update(described).digest('base64url').slice(0, 16) }
}

/** Lower case without accents: `Jürgen` is found as `jurgen` and as `Jürgen`. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('\u0000', '')

/** Texts between spaces, and the words within them. */
const partsOf = (text: string): string[] =>
  text.split(/\s+/u).flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u).slice(1)])

/** Without terms that another one begins with: a search is a range of beginnings. */
function termsOf({ id, email, customFields }: SearchedMember, { words }: SearchFields): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  const domain = email.slice(local.length + 1)
  // An address is stored with its domain in ASCII; people search for what they read.
  const ofEmail = [domain, domainToUnicode(domain)].flatMap((name) =>
    [`${local}@${name}`, name].concat(name.split('.').slice(0, -1)),
  )
  const ofFields = words.flatMap((key) => {
    const value = customFields[key]
    return typeof value === 'string' ? partsOf(value) : []
  })
  const all = [...ofEmail, ...partsOf(local), id, ...ofFields]
    .map((term) => cut(foldText(term)))
    .filter((term) => term !== '')
  const sorted = [...new Set(all)].toSorted()
  // In order, a beginning comes right before what begins with it.
  return sorted.filter((term, at) => sorted[at + 1]?.startsWith(term) !== true).slice(0, MEMBER_TERMS_MAX)
}

/** No half of a surrogate pair, which no database stores. */
export const cut = (term: string): string =>
  term.length <= MEMBER_TERM_MAX_CHARS ? term : term.slice(0, MEMBER_TERM_MAX_CHARS).replace(/[\uD800-\uDBFF]$/u, '')

function valuesOf({ id, appId, mode, customFields }: SearchedMember, { filterable }: SearchFields) {
  return filterable.flatMap(({ key }) => {
    const value = typedValue(customFields[key] ?? null)
    return value ? [{ memberId: id, fieldKey: key, appId, mode, ...value }] : []
  })
}

/** Texts are folded and cut, as filters are. */
export function typedValue(value: CustomFieldValue): { textValue: string | null; numberValue: number | null } | null {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { textValue: null, numberValue: value }
  if (typeof value === 'boolean') return { textValue: null, numberValue: value ? 1 : 0 }
  return { textValue: cut(foldText(value)), numberValue: null }
}

export const readSearchFields = async (db: Db, appId: string): Promise<SearchFields> =>
  searchFieldsOf(await findAppById(db, appId))

/** After a change of emails or custom fields, in the transaction of the change. All are members of one app. */
export async function indexMembers(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids)) {
    const rows = await tx.kysely
      .selectFrom('members')
      .select(['id', 'appId', 'mode', 'email', 'customFields'])
      .where('id', 'in', some)
      .execute()
    const [first] = rows
    if (!first) continue
    const fields = await readSearchFields(tx, first.appId)
    await tx.kysely.deleteFrom('memberTerms').where('memberId', 'in', some).execute()
    await tx.kysely.deleteFrom('memberValues').where('memberId', 'in', some).execute()
    const members = rows.map((row) => ({ ...row, customFields: JSON.parse(row.customFields) }))
    await insertIndex(tx, members, fields)
    await tx.kysely.updateTable('members').set({ searchVersion: fields.version }).where('id', 'in', some).execute()
  }
}

/** For members who have no terms yet, after their rows. */
export async function insertIndex(
  { kysely }: Tx,
  members: readonly SearchedMember[],
  fields: SearchFields,
): Promise<void> {
  const terms = members.flatMap((member) =>
    termsOf(member, fields).map((term) => ({ memberId: member.id, term, appId: member.appId, mode: member.mode })),
  )
  for (const rows of inChunks(terms)) await kysely.insertInto('memberTerms').values(rows).execute()
  const values = members.flatMap((member) => valuesOf(member, fields))
  for (const rows of inChunks(values)) await kysely.insertInto('memberValues').values(rows).execute()
}

/** Whether every member was ever written, and whether with these fields. By an index. */
export async function readIndexState(
  { kysely }: Db,
  { appId, mode }: { appId: string; mode: Mode },
  { version }: Pick<SearchFields, 'version'>,
): Promise<{ isSearchable: boolean; isFilterable: boolean }> {
  const ofApp = kysely.selectFrom('members').select('id').where('appId', '=', appId).where('mode', '=', mode).limit(1)
  const unwritten = await ofApp.where('searchVersion', 'is', null).executeTakeFirst()
  const above = unwritten ?? (await ofApp.where('searchVersion', '>', version).executeTakeFirst())
  const other = above ?? (await ofApp.where('searchVersion', '<', version).executeTakeFirst())
  return { isSearchable: !unwritten, isFilterable: !other }
}
