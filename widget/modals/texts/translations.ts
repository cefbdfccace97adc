import { atom, type ReadableAtom } from 'nanostores'
import { tryOrUndefined } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { MembershipClient } from '../../public'
import { fillText, type TextLayer } from './texts'

export interface Translations {
  /** By language: its texts, null when they could not be had, nothing before an answer. */
  $known: ReadableAtom<Readonly<Record<string, TextLayer>>>
  /** Sees to it that a language is on its way; one that failed is tried again. */
  ask(language: string | null): void
}

/**
 * The languages that have been fetched, each once.
 * @param read rejects when there is nothing to be had
 */
export function createTranslations(read: (language: string) => Promise<unknown>): Translations {
  const $known = atom<Readonly<Record<string, TextLayer>>>({})
  const underWay = new Set<string>()
  const load = async (language: string): Promise<void> => {
    underWay.add(language)
    const texts = await read(language).catch(() => null)
    underWay.delete(language)
    $known.set({ ...$known.get(), [language]: isRecord(texts) ? texts : null })
  }
  return {
    $known,
    ask(language) {
      if (language && !underWay.has(language) && !$known.get()[language]) void load(language)
    },
  }
}

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

/**
 * The client as the screens of a modal use it: what the server says to the person is said in the modal's language
 * where a text for it exists: `error_<code>` for a refusal (`error_<code>_<method>` by the first of its `methods`),
 * `success_<notice>` or `success_<method>` for a message. Else the
 * server's own words stay.
 * @param find the text of a key, null for none; asked at each answer
 */
export function translateMessages(client: MembershipClient, find: (key: string) => string | null): MembershipClient {
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
    // One method's answer is itself a sentence for the person.
    if (typeof value['data'] === 'string') return { ...value, data: text }
    return 'message' in value ? { ...value, message: text } : value
  }
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...input: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, input)
        return result instanceof Promise ? result.then((value) => answer(String(name), value), refuse) : result
      }
    },
  })
}
