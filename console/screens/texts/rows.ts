import { lostPlaceholders } from '../../../contract/text-placeholders'
import { defaultTexts } from '../../../widget/modals/texts/english'
import { memberErrors } from './member-errors'

export type Section =
  | 'login'
  | 'signup'
  | 'reset'
  | 'codes'
  | 'profile'
  | 'comments'
  | 'plans'
  | 'team'
  | 'testCards'
  | 'everywhere'
  | 'errors'
  | 'others'

/** Where texts show: a key of the widget's table, and the section that begins with it. */
export const sectionStarts: ReadonlyMap<string, Section> = new Map([
  ['login_to_your_account', 'login'],
  ['create_an_account', 'signup'],
  ['reset_your_password', 'reset'],
  ['passwordless_token_heading', 'codes'],
  ['my_profile_title', 'profile'],
  ['delete_comment_title', 'comments'],
  ['plans_title', 'plans'],
  ['team_title', 'team'],
  ['test_card_title', 'testCards'],
  ['loading_text', 'everywhere'],
])

export interface TextRow {
  key: string
  section: Section
  /** English; null: the script has no such text. */
  standard: string | null
}

/** All keys of the script and of its error messages, and keys that only the app has. @param own texts of the app */
export function listRows(own: Readonly<Record<string, string>>): TextRow[] {
  let section: Section = 'login'
  const known = Object.entries(defaultTexts).map(([key, standard]): TextRow => {
    section = sectionStarts.get(key) ?? section
    return { key, section, standard }
  })
  const errors = Object.entries(memberErrors).map(([code, message]): TextRow => ({
    key: `error_${code}`,
    section: 'errors',
    standard: message,
  }))
  const all = [...known, ...errors]
  const keys = new Set(all.map(({ key }) => key))
  const others = Object.keys(own).filter((key) => !keys.has(key))
  return [...all, ...others.map((key): TextRow => ({ key, section: 'others', standard: null }))]
}

/** Texts of the app in a definition. */
export const readTexts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, text]] : [],
    ),
  )

/** Typed texts by key; an empty one restores the default. */
export type Edits = Readonly<Record<string, string>>

/** `changes` of the part `texts`: null removes a text. Spaces around a text are not kept, and no change is left out. */
export function toChanges(stored: Readonly<Record<string, string>>, edits: Edits): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([key, typed]): [string, string | null][] => {
      const text = typed.trim()
      if (text === (stored[key] ?? '')) return []
      return [[key, text || null]]
    }),
  )
}

/** Placeholders that a written text lacks; none for the default. */
export const lostIn = (key: string, typed: string): string[] =>
  typed.trim() === '' ? [] : lostPlaceholders(key, typed)

/** Changes without those that can't be saved, for the preview. */
export const savable = (changes: Readonly<Record<string, string | null>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(changes).filter(([key, text]) => text === null || lostIn(key, text).length === 0))

/** `gaps`: without a text of the app. */
export type Filter = 'all' | 'own' | 'gaps'

interface Wanted {
  search: string
  filter: Filter
  /** The app's text or what was typed in its place. */
  textOf: (key: string) => string
  /** Kept in sight while a person types in them. */
  edits: Edits
}

/** Rows in which each word of the search occurs: in the key, the default or the app's text. */
export function filterRows(rows: readonly TextRow[], { search, filter, textOf, edits }: Wanted): TextRow[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean)
  return rows.filter(({ key, standard }) => {
    const own = textOf(key)
    const fits = filter === 'all' || key in edits || (filter === 'own') === (own !== '')
    const haystack = `${key} ${standard ?? ''} ${own}`.normalize('NFC').toLowerCase()
    return fits && words.every((word) => haystack.includes(word))
  })
}
