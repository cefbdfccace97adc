import { atom } from 'nanostores'
import { $language, isLanguage, languages } from '../texts/texts'
import type { Language } from '../texts/texts'
import type { Mode } from './client'

export type Theme = 'auto' | 'light' | 'dark'

const isTheme = (text: string | null): text is Theme => text === 'auto' || text === 'light' || text === 'dark'

export const $theme = atom<Theme>('auto')

const THEME = 'console-theme'
const LANGUAGE = 'console-language'
/** The mode in which an app was last seen. */
const modeKey = (appId: string): string => `console-mode:${appId}`
/** Columns chosen for a table. */
const columnsKey = (table: string): string => `console-columns:${table}`

const typedKey = (place: string): string => `console-typed:${place}`

/** Data of a person in this browser: how the console looks, and text that is not saved yet. The only user of its storage. */
export interface Preferences {
  setTheme: (theme: Theme) => void
  setLanguage: (language: Language) => void
  modeOf: (appId: string) => Mode
  setMode: (appId: string, mode: Mode) => void
  /** Null: never chosen. */
  columnsOf: (table: string) => readonly string[] | null
  setColumns: (table: string, columns: readonly string[]) => void
  /** Text that is typed but not saved yet; null for none. @param place person, app and thing */
  typedAt: (place: string) => string | null
  keepTyped: (place: string, text: string | null) => void
}

/** @param storage throws in a browser that blocks it; preferences then last as long as the page */
export function createPreferences(storage: () => Storage, root: HTMLElement): Preferences {
  const modes = new Map<string, Mode>()
  const read = (key: string): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  }
  const write = (key: string, value: string): void => {
    try {
      storage().setItem(key, value)
    } catch {
      // Blocked or full: the page itself has the value.
    }
  }
  const remove = (key: string): void => {
    try {
      storage().removeItem(key)
    } catch {
      // Blocked: there is nothing to remove.
    }
  }
  const [theme, language] = [read(THEME), read(LANGUAGE)]
  if (isTheme(theme)) $theme.set(theme)
  if (isLanguage(language)) $language.set(language)
  $theme.subscribe((chosen) => void (root.dataset['theme'] = chosen))
  $language.subscribe((chosen) => {
    root.lang = chosen
    root.dir = languages[chosen].direction
  })

  return {
    setTheme(chosen) {
      $theme.set(chosen)
      write(THEME, chosen)
    },
    setLanguage(chosen) {
      $language.set(chosen)
      write(LANGUAGE, chosen)
    },
    modeOf: (appId) => modes.get(appId) ?? (read(modeKey(appId)) === 'live' ? 'live' : 'test'),
    setMode(appId, mode) {
      modes.set(appId, mode)
      write(modeKey(appId), mode)
    },
    columnsOf: (table) => read(columnsKey(table))?.split(',') ?? null,
    setColumns: (table, columns) => write(columnsKey(table), columns.join(',')),
    typedAt: (place) => read(typedKey(place)),
    keepTyped: (place, text) => (text === null ? remove(typedKey(place)) : write(typedKey(place), text)),
  }
}
