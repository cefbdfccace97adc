import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { App } from '../../../contract/entities'
import { TRANSLATION_WAIT_MS } from '../../../contract/limits'
import type { ModalRequest } from '../../stores/modal'
import type { Texts } from './english'
import { mergeTexts, textLayers } from './texts'
import { pageLanguage, type PageLanguage, type Translations } from './translations'

interface ModalTexts {
  texts: Texts
  /** The language is loading. Ends after a timeout, with English. */
  pending: boolean
  dir: PageLanguage['dir']
  /** For the dialog's `lang`; undefined if the owner's own texts may be in any language. */
  lang: string | undefined
}

/** The texts of one opening, with their direction and language. */
export function useTexts(
  request: ModalRequest,
  app: App | null,
  window: Window,
  translations: Translations,
): ModalTexts {
  const known = useStore(translations.$known)
  // At every render: a page may change its language.
  const { file, dir } = pageLanguage(window)
  const language = file === null ? null : known[file]
  const [timedOut, setTimedOut] = useState<ModalRequest | null>(null)
  const missing = language === undefined
  useEffect(() => {
    const timer = missing ? setTimeout(setTimedOut, TRANSLATION_WAIT_MS, request) : undefined
    return () => clearTimeout(timer)
  }, [missing, request])
  return useMemo(() => {
    const layers = textLayers(request.params, window, app, language)
    const own = layers.slice(0, 3).some((layer) => layer && Object.keys(layer).length > 0)
    const pending = missing && timedOut !== request
    const lang = language && file ? file : own ? undefined : 'en'
    // A language that failed to load.
    const isEnglishInstead = file !== null && lang === 'en' && !pending
    return { texts: mergeTexts(...layers), pending, dir: isEnglishInstead ? 'ltr' : dir, lang }
  }, [request, window, app, language, missing, timedOut, dir, file])
}
