import { appIdOfMemberstack1, MEMBERSTACK_1_APP } from './attributes'
import type { GatedGroup } from '../contract/gated-paths'
import { GATED_PAGES_PROPERTY } from '../contract/limits'
import { tryOrUndefined } from './lib/errors'
import { broughtGates, type GateTest } from './lib/gated-paths'

export interface ScriptTag {
  appId: string
  /** The tag is of Memberstack 1.0: `data-memberstack-id` names the app. */
  isMemberstack1: boolean
  /** `data-memberstack-key`; null if the tag has none: the app's response then decides. */
  publicKey: string | null
  /** Without a trailing slash. */
  apiUrl: string
  /** False with `data-ms-analytics="off"`. */
  analytics: boolean
  /** False with `data-ms-curtain="off"`: a page is not hidden while the gated URLs are unknown. */
  curtain: boolean
  /** What the script brings about the app's gated URLs; null without. */
  gatedPages: readonly GatedGroup[] | GateTest | null
  /**
   * False with `data-ms-page-gate="off"`: the page's URL is not gated, whatever the app's groups say about its path.
   */
  pageGate: boolean
  /** False with `data-ms-inspector="off"`: no inspector in Test Mode. */
  inspector: boolean
}

/**
 * Reads the install tag. `document.currentScript` exists only while the script first runs, so call this immediately.
 * @returns the settings, or a sentence about what is wrong with the tag
 */
export function readScriptTag(document: Document): ScriptTag | string {
  // A visitor's image can clobber the property by its name: it must not decide where passwords are sent.
  const { currentScript } = document
  const running = currentScript && /^script$/i.test(currentScript.tagName) ? currentScript : null
  const tag = tagWith(APP, running, document) ?? tagWith(MEMBERSTACK_1_APP, running, document) ?? running
  const isOff = (name: string): boolean => tag?.getAttribute(name)?.trim().toLowerCase() === 'off'
  const named = tag?.getAttribute(APP)?.trim()
  const appId = named || appIdOfMemberstack1(tag?.getAttribute(MEMBERSTACK_1_APP)?.trim())
  if (!appId) return 'The install script has no app ID. Add data-memberstack-app="app_…" to its tag.'
  if (appId.startsWith('pk_')) return `"${appId}" is a public key, but data-memberstack-app takes the app ID.`
  if (!/^[\w-]+$/.test(appId)) return `"${appId}" in data-memberstack-app is not an app ID.`
  const api = tag?.getAttribute('data-ms-api')?.trim()
  const apiUrl = api ? baseUrl(api) : baseUrl(tag?.getAttribute('src') ?? '', document.baseURI, true)
  if (!apiUrl) return 'The install script has no API URL. Add data-ms-api to its tag.'
  return {
    appId,
    isMemberstack1: !named,
    apiUrl,
    publicKey: tag?.getAttribute('data-memberstack-key')?.trim() || null,
    analytics: !isOff('data-ms-analytics'),
    curtain: !isOff('data-ms-curtain'),
    gatedPages: running && broughtGates(Reflect.get(running, GATED_PAGES_PROPERTY), appId),
    pageGate: !isOff('data-ms-page-gate'),
    inspector: !isOff('data-ms-inspector'),
  }
}

const APP = 'data-memberstack-app'

const tagWith = (name: string, running: Element | null, document: Document): Element | null =>
  running?.hasAttribute(name) ? running : document.querySelector(`script[${name}]`)

function baseUrl(address: string, base?: string, originOnly = false): string | null {
  const url = tryOrUndefined(() => new URL(address, base))
  if (!url || !/^https?:$/.test(url.protocol) || !address) return null
  return originOnly ? url.origin : url.origin + url.pathname.replace(/\/+$/, '')
}
