import type { TranslationJSON, TranslationsJSON } from '@nanostores/i18n'

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('aAeEiIoOuUcCnNyYsSzZ', (letter, index) => [letter, 'åÅéÉïÏöÖüÜçÇñÑýÝšŠžŽ'.charAt(index)]),
)

/** German and Finnish are about a third longer than English. */
const GROWTH = 0.35

/**
 * A text with accents, longer, in brackets, with its placeholders: text outside of the catalogue shows without brackets,
 * and text that does not fit loses the last one.
 */
export function pseudoText(text: string): string {
  if (text.trim() === '') return text
  const accented = text
    .split(/(\{\w+\})/u)
    .map((part) => (part.startsWith('{') ? part : part.replaceAll(/[a-z]/giu, (letter) => ACCENTED[letter] ?? letter)))
    .join('')
  const padding = '·'.repeat(Math.ceil(text.replaceAll(/\{\w+\}/gu, '').length * GROWTH))
  return `[${accented}${padding}]`
}

/** The same for the texts of a component, plural forms included. @param texts strings in nested objects */
export function pseudoTexts(texts: unknown): TranslationsJSON {
  const entries = Object.entries(texts ?? {}).map(([key, text]): [string, TranslationJSON] => [
    key,
    typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
  ])
  return Object.fromEntries(entries)
}
