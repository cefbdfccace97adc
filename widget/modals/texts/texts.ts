import type { App } from '../../../contract/entities'
import { mapValues } from '../../lib/values'
import type { ScreenParams } from '../../public'
import { defaultTexts, type TextKey, type Texts } from './english'

/** Texts by key of an owner, a page or one opening; unknown keys and values of other types are ignored. */
export type TextLayer = Readonly<Record<string, unknown>> | null | undefined

/**
 * One text for each key: from the first layer that has one, else in English. Empty texts are ignored, because a control
 * must keep its name.
 * @param layers strongest first
 */
export function mergeTexts(...layers: TextLayer[]): Texts {
  return mapValues<TextKey, string, string>(defaultTexts, (standard, key) => findText(layers, key) ?? standard)
}

/** The text of the first layer that has one for this key, null without one. */
export function findText(layers: readonly TextLayer[], key: string): string | null {
  for (const layer of layers) {
    const text = layer && typeof layer === 'object' && Object.hasOwn(layer, key) ? layer[key] : null
    if (typeof text === 'string' && text.trim()) return text
  }
  return null
}

/** Strongest first: the opening's, the page's, the app's, the language's. */
export const textLayers = (
  params: ScreenParams | undefined,
  window: Window,
  app: App | null,
  language: TextLayer,
): readonly TextLayer[] => [params?.translations, window.memberstackTranslations, app?.texts, language]

/**
 * A text with its `{name}` places filled in. A place without a value stays, so that a mistake in a translation is
 * visible.
 * @param text e.g. 'At least {count} characters'
 * @param values by name, e.g. `{ count: 8 }`
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
}
