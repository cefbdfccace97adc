import type { App } from '../../../contract/entities'
import { findText, type TextLayer } from '../../lib/texts'
import { mapValues } from '../../lib/values'
import type { ScreenParams } from '../../public'
import { defaultTexts, type TextKey, type Texts } from './english'

/**
 * One text per key: from the first layer that has it, else in English. Empty texts are ignored, because a control must
 * keep its name.
 * @param layers in order of precedence
 */
export function mergeTexts(...layers: TextLayer[]): Texts {
  return mapValues<TextKey, string, string>(defaultTexts, (standard, key) => findText(layers, key) ?? standard)
}

/** In order of precedence: the opening's, the page's, the app's, the language's. */
export const textLayers = (
  params: ScreenParams | undefined,
  window: Window,
  app: App | null,
  language: TextLayer,
): readonly TextLayer[] => [params?.translations, window.memberstackTranslations, app?.texts, language]
