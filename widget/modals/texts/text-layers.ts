import type { App } from '../../../contract/entities'
import type { ScreenParams } from '../../public'
import type { TextLayer } from './merge-texts'

/** Whose texts count, strongest first: the opening's, the page's, the app's, those of the language. */
export const textLayers = (
  params: ScreenParams | undefined,
  window: Window,
  app: App | null,
  language: TextLayer,
): readonly TextLayer[] => [params?.translations, window.memberstackTranslations, app?.texts, language]
