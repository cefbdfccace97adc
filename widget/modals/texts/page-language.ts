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
export function pageLanguage({ document, memberstackConfig }: Window): PageLanguage {
  // What is no string is no language: the page's script wrote it.
  const configured: unknown = memberstackConfig?.language
  const named = typeof configured === 'string' ? configured : null
  const place = document.body ?? document.documentElement
  const wanted = named ?? place.closest('[lang]')?.getAttribute('lang')
  const primary = String(wanted).toLowerCase().split(/[-_]/)[0]
  const file = TRANSLATED.find((language) => language === primary) ?? null
  const own = file === 'ar' ? 'rtl' : 'ltr'
  const followsPage = !named && (!file || place.closest('[dir]'))
  return { file, dir: followsPage ? undefined : own }
}
