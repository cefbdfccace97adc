import { tryOrUndefined } from './lib/errors'

export interface ScriptTag {
  appId: string
  /** `data-memberstack-key`; null if the tag names none, and the app's answer decides. */
  publicKey: string | null
  /** Without a trailing slash. */
  apiUrl: string
  /** False with `data-ms-analytics="off"`. */
  analytics: boolean
  /** False with `data-ms-curtain="off"`: a page is not hidden while it is not known which addresses are gated. */
  curtain: boolean
  /** False with `data-ms-page-gate="off"`: the page's address is not gated, whatever the app's groups say of its path. */
  pageGate: boolean
  /** False with `data-ms-inspector="off"`: Test Mode shows no inspector. */
  inspector: boolean
}

/**
 * Reads the install tag. `document.currentScript` is only there while the script first runs, so call this at once.
 * @returns the settings, or a sentence that says what is wrong with the tag
 */
export function readScriptTag(document: Document): ScriptTag | string {
  // A picture of a visitor's, by its name, can take the property's place: it must not say where passwords are sent.
  const { currentScript } = document
  const running = currentScript && /^script$/i.test(currentScript.tagName) ? currentScript : null
  const tag = running?.hasAttribute('data-memberstack-app')
    ? running
    : (document.querySelector('script[data-memberstack-app]') ?? running)
  const isOff = (name: string): boolean => tag?.getAttribute(name)?.trim().toLowerCase() === 'off'
  const appId = tag?.getAttribute('data-memberstack-app')?.trim()
  if (!appId) return 'The install script names no app. Add data-memberstack-app="app_…" to its tag.'
  if (!/^[\w-]+$/.test(appId)) return `"${appId}" in data-memberstack-app is not an app id.`
  const named = tag?.getAttribute('data-ms-api')?.trim()
  const apiUrl = named ? baseUrl(named) : baseUrl(tag?.getAttribute('src') ?? '', document.baseURI, true)
  if (!apiUrl) return 'The API address is unknown. Give data-ms-api="https://…" on the install script’s tag.'
  return {
    appId,
    apiUrl,
    publicKey: tag?.getAttribute('data-memberstack-key')?.trim() || null,
    analytics: !isOff('data-ms-analytics'),
    curtain: !isOff('data-ms-curtain'),
    pageGate: !isOff('data-ms-page-gate'),
    inspector: !isOff('data-ms-inspector'),
  }
}

function baseUrl(address: string, base?: string, originOnly = false): string | null {
  const url = tryOrUndefined(() => new URL(address, base))
  if (!url || !/^https?:$/.test(url.protocol) || !address) return null
  return originOnly ? url.origin : url.origin + url.pathname.replace(/\/+$/, '')
}
