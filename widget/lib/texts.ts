import { tryOrUndefined } from './errors'

/** Texts by key from an owner, a page, a language or one opening. Unknown keys and values of other types are ignored. */
export type TextLayer = Readonly<Record<string, unknown>> | null | undefined

/** The text from the first layer that has the key; null without one. */
export function findText(layers: readonly TextLayer[], key: string): string | null {
  for (const layer of layers) {
    const text = layer && typeof layer === 'object' && Object.hasOwn(layer, key) ? layer[key] : null
    if (typeof text === 'string' && text.trim()) return text
  }
  return null
}

/**
 * Fills in the `{name}` placeholders of a text. A placeholder without a value stays, so that a mistake in a translation
 * is visible.
 * @param text e.g. 'At least {count} characters'
 * @param values by name, e.g. `{ count: 8 }`
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
}

/**
 * A date as people write it, e.g. "Mar 5, 2026".
 * @param time in ISO 8601, or in milliseconds
 * @param language a BCP 47 tag; an invalid one falls back to the browser's
 * @param timeStyle without it, only the date
 * @returns '' for an invalid date
 */
export function localDate(time: string | number, language: string, timeStyle?: 'short'): string {
  const format = (locale?: string): string =>
    new Intl.DateTimeFormat(locale || undefined, { dateStyle: 'medium', timeStyle }).format(new Date(time))
  return tryOrUndefined(() => format(language)) ?? tryOrUndefined(format) ?? ''
}
