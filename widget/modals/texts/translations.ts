import { atom, type ReadableAtom } from 'nanostores'
import { isRecord } from '../../lib/values'
import type { TextLayer } from './merge-texts'

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
