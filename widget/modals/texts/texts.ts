import type { App } from '../../../contract/entities'
import { mapValues } from '../../lib/values'
import type { ScreenParams } from '../../public'
import { defaultTexts, type TextKey, type Texts } from './english'

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

/** Whose texts count, strongest first: the opening's, the page's, the app's, those of the language. */
export const textLayers = (
  params: ScreenParams | undefined,
  window: Window,
  app: App | null,
  language: TextLayer,
): readonly TextLayer[] => [params?.translations, window.memberstackTranslations, app?.texts, language]

/**
 * A text with its `{name}` places filled in. A place without a value stays as it is written, so that a translation
 * with a mistake in it shows where the mistake is.
 * @param text e.g. 'At least {count} characters'
 * @param values by name, e.g. `{ count: 8 }`
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
}
