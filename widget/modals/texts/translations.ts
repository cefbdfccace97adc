import { atom, type ReadableAtom } from 'nanostores'
import { tryOrUndefined } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { MembershipClient } from '../../public'
import { fillText, type TextLayer } from '../../lib/texts'

export interface Translations {
  /** Texts by language. Null if loading failed, no entry before. */
  $known: ReadableAtom<Readonly<Record<string, TextLayer>>>
  /** Loads a language, unless it is loaded or loading. One that failed is tried again. */
  ask(language: string | null): void
}

/**
 * Loads each language once.
 * @param read rejects without a file or a response
 */
export function createTranslations(read: (language: string) => Promise<unknown>): Translations {
  const $known = atom<Readonly<Record<string, TextLayer>>>({})
  const loading = new Set<string>()
  const load = async (language: string): Promise<void> => {
    loading.add(language)
    const texts = await read(language).catch(() => null)
    loading.delete(language)
    $known.set({ ...$known.get(), [language]: isRecord(texts) ? texts : null })
  }
  return {
    $known,
    ask(language) {
      if (language && !loading.has(language) && !$known.get()[language]) void load(language)
    },
  }
}

/** Languages with a file in `widget/translations`. English is part of the script. */
export const TRANSLATED = ['es', 'fr', 'de', 'pt', 'it', 'nl', 'ja', 'ar', 'hi'] as const

export interface PageLanguage {
  /** Name of the file to fetch; null for English. */
  file: string | null
  /** For the dialog's `dir`; undefined if the page's own is right. */
  dir: 'ltr' | 'rtl' | undefined
}

/**
 * The language of the modals: from the page's configuration, else the page's own. An untranslated language falls back
 * to English, in the page's direction, because the owner may have set texts in it.
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

/** The locale of amounts and dates: the page's language, e.g. `de-AT`, else English. */
export function pageLocale(window: Window): string {
  const named = configured(window) ?? languageOf(placeOf(window)) ?? ''
  return tryOrUndefined(() => Intl.getCanonicalLocales(named.replaceAll('_', '-'))[0]) ?? 'en'
}

/** The page's script may set any type. */
function configured({ memberstackConfig }: Window): string | null {
  const language: unknown = memberstackConfig?.language
  return typeof language === 'string' ? language : null
}

const placeOf = ({ document }: Window): Element => document.body ?? document.documentElement

const languageOf = (place: Element): string | null => place.closest('[lang]')?.getAttribute('lang') ?? null

/**
 * The client for the screens of a modal, with the server's messages translated: `error_<code>` for an error
 * (`error_<code>_<method>` by the first of its `methods`), `success_<notice>` or `success_<method>` for a message.
 * Without a translation, the server's text stays.
 * @param find the text of a key, null for none; called for each response
 * @param window whose global object is called: a page may replace its methods or the object itself
 */
export function translateMessages(
  client: MembershipClient,
  find: (key: string) => string | null,
  window?: Window,
): MembershipClient {
  const refuse = (reason: unknown): never => {
    if (!isRecord(reason)) throw reason
    const { code, methods, retryAfterSeconds } = reason
    const key = `error_${String(code)}`
    const [first] = Array.isArray(methods) ? methods : []
    const found = (first && find(`${key}_${String(first)}`)) ?? find(key)
    const text = found && fillText(found, { minutes: Math.ceil(Number(retryAfterSeconds) / 60) })
    throw text === null ? reason : Object.assign(reason, { message: text })
  }
  const answer = (name: string, value: unknown): unknown => {
    const notice = isRecord(value) ? value['notice'] : null
    const text = find(`success_${typeof notice === 'string' ? notice : name}`)
    if (text === null || !isRecord(value)) return value
    // One method returns the message itself as its data.
    if (typeof value['data'] === 'string') return { ...value, data: text }
    return 'message' in value ? { ...value, message: text } : value
  }
  return new Proxy(client, {
    get(_, name) {
      const own: unknown = Reflect.get(client, name)
      if (typeof own !== 'function') return own
      return (...input: unknown[]) => {
        const target = clientOfPage(client, window)
        const replaced: unknown = Reflect.get(target, name)
        const result: unknown = Reflect.apply(typeof replaced === 'function' ? replaced : own, target, input)
        return result instanceof Promise ? result.then((value) => answer(String(name), value), refuse) : result
      }
    },
  })
}

/** The global object, read for each call. One that was not made from ours, as of the npm package, logs in elsewhere. */
function clientOfPage(own: MembershipClient, window: Window | undefined): MembershipClient {
  const found: unknown = window?.$memberstackDom
  const isOurs = (value: unknown): value is MembershipClient =>
    isRecord(value) && typeof value['createMemberTicket'] === 'function'
  return isOurs(found) ? found : own
}
