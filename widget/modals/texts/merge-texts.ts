import { mapValues } from '../../lib/values'
import { defaultTexts, type TextKey, type Texts } from './default-texts'

/** Texts by key as an owner, a page or one opening gives them; unknown keys and values of other types are ignored. */
export type TextLayer = Readonly<Record<string, unknown>> | null | undefined

/**
 * One text for each key: the first layer that has one wins, then the default. An empty text counts as none, because a
 * control must keep its name.
 * @param layers strongest first
 */
export function mergeTexts(...layers: TextLayer[]): Texts {
  return mapValues<TextKey, string, string>(defaultTexts, (standard, key) => findText(layers, key) ?? standard)
}

/** What the first layer that has a text for this key says, null when none does. */
export function findText(layers: readonly TextLayer[], key: string): string | null {
  for (const layer of layers) {
    const text = layer && typeof layer === 'object' && Object.hasOwn(layer, key) ? layer[key] : null
    if (typeof text === 'string' && text.trim()) return text
  }
  return null
}
