import { useMemo } from 'react'
import type { App } from '../../../contract/entities'
import type { ScreenParams } from '../../public'
import type { Texts } from './default-texts'
import { mergeTexts } from './merge-texts'

declare global {
  interface Window {
    /** The page's own texts of the modals, by text key (docs/texts.md). Read each time a modal opens. */
    memberstackTranslations?: Record<string, string>
  }
}

/** The texts for one opening: its own, then the page's, then the app's, then the defaults. */
export function useTexts(params: ScreenParams, app: App | null, window: Window): Texts {
  return useMemo(
    () => mergeTexts(params.translations, window.memberstackTranslations, app?.texts),
    [params, app, window],
  )
}
