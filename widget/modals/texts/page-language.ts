import { tryOrUndefined } from '../../lib/errors'

/** Languages that have a file in `widget/translations`; English is in the script itself. */
export const TRANSLATED = ['es', 'fr', 'de', 'pt', 'it', 'nl', 'ja', 'ar', 'hi'] as const

export interface PageLanguage {
  /** Name of the file to fetch; null for English. */
  file: string | null
  /** For the dialog's `dir`; undefined where the page's own direction is right. */
  dir: 'ltr' | 'rtl' | undefined
}

/**
 * The language of the modals: the one that the page's configuration names, else the page's own. A language without
 * texts of ours reads in English, in the direction of the page, for its owner may have given texts of their own.
 */
export function pageLanguage(window: Window): PageLanguage {
  const named = configured(window)
  const place = placeOf(window)
  const wanted = named ?? languageOf(place)
  const primary = String(wanted).toLowerCase().split(/[-_]/)[0]
  const file = TRANSLATED.find((language) => language === primary) ?? null
  const own = file === 'ar' ? 'rtl' : 'ltr'
  const followsPage = !named && (!file || place.closest('[dir]'))
  return { file, dir: followsPage ? undefined : own }
}

/** How amounts and dates are to be written: as the language of the page has it, e.g. `de-AT`; English without one. */
export function pageLocale(window: Window): string {
  const named = configured(window) ?? languageOf(placeOf(window)) ?? ''
  return tryOrUndefined(() => Intl.getCanonicalLocales(named.replaceAll('_', '-'))[0]) ?? 'en'
}

/** What is no string is no language: the page's script wrote it. */
function configured({ memberstackConfig }: Window): string | null {
  const language: unknown = memberstackConfig?.language
  return typeof language === 'string' ? language : null
}

const placeOf = ({ document }: Window): Element => document.body ?? document.documentElement

const languageOf = (place: Element): string | null => place.closest('[lang]')?.getAttribute('lang') ?? null
