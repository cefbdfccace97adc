import { createI18n, type Messages, type Translations } from '@nanostores/i18n'
import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

export { count, params } from '@nanostores/i18n'

/** Languages of the console. The last two are generated from English and show what a translation would break. */
export const languages = {
  en: { direction: 'ltr', locale: 'en-US' },
  'en-XA': { direction: 'ltr', locale: 'en-US' },
  'ar-XB': { direction: 'rtl', locale: 'ar-EG-u-nu-latn' },
} as const satisfies Record<string, { direction: 'ltr' | 'rtl'; locale: string }>

export type Language = keyof typeof languages

export const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(languages, text)

/** The person's language. `data/preferences` sets it. */
export const $language = atom<Language>('en')

/**
 * Defines the English texts of one component or screen; its name is unique. Define them outside of components: the
 * texts of a screen then load with it.
 */
export const defineTexts = createI18n<Language, 'en'>($language, {
  baseLocale: 'en',
  async get(_, names) {
    const { pseudoTexts } = await import('./pseudo')
    // The cache has texts and plural forms, no functions.
    const english: Record<string, unknown> = defineTexts.cache.en
    return Object.fromEntries(names.map((name) => [name, pseudoTexts(english[name])]))
  },
})

/** The texts in the person's language; functions fill `{placeholders}` and choose plurals. */
export const useTexts = <Body extends Translations>(texts: Messages<Body>): Body => useStore(texts)

/** For `Intl`: dates, numbers and money. */
export const useLocale = (): string => languages[useStore($language)].locale

export const useDirection = (): 'ltr' | 'rtl' => languages[useStore($language)].direction
