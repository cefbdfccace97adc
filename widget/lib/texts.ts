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
