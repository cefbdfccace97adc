import { tryOrUndefined } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { GatedGroup } from '../lib/gated-paths'

export const GATED_PAGES_KEY = '_ms-pages'

export interface GatedPages {
  /** The cached groups; null before the first answer of the server. */
  read(): readonly GatedGroup[] | null
  keep(groups: readonly GatedGroup[]): void
  /** No answer came in time: the other pages of this tab need not wait for one again. */
  cacheNoGroups(): void
}

/** Longer lists are not cached: each first visit of a page then waits for the answer. */
const MAX_CHARS = 20_000

type Opener = () => Storage

/** The URLs that the site gates, cached so that later visits hide only pages that may be gated. */
export function createGatedPages(window: Window, appId: string): GatedPages {
  const local: Opener = () => window.localStorage
  // Where local storage is blocked or full, the other pages of this tab need not wait either.
  const tab: Opener = () => window.sessionStorage
  const write = (open: Opener, text: string): boolean =>
    tryOrUndefined(() => (open().setItem(GATED_PAGES_KEY, text), true)) ?? false
  const textOf = (groups: readonly GatedGroup[]): string => JSON.stringify({ app: appId, groups })
  const stored = (): string | null => readFrom(local) ?? readFrom(tab)

  return {
    read() {
      const text = stored()
      return text === null ? null : parse(text, appId)
    },
    keep(groups) {
      const gated = groups.filter(({ urls }) => urls.length > 0)
      const text = textOf(gated.map(({ urls, redirect }) => ({ urls, redirect })))
      if (text === readFrom(local)) return
      if (text.length > MAX_CHARS || !write(local, text)) {
        // An outdated list must not come back with the next page.
        for (const open of [local, tab]) tryOrUndefined(() => open().removeItem(GATED_PAGES_KEY))
        if (text.length <= MAX_CHARS) write(tab, text)
      }
    },
    cacheNoGroups: () => void write(tab, textOf([])),
  }
}

const readFrom = (open: Opener): string | null => tryOrUndefined(() => open().getItem(GATED_PAGES_KEY)) ?? null

/** Any script of the site can write here. */
function parse(text: string, appId: string): readonly GatedGroup[] | null {
  const value = tryOrUndefined((): unknown => JSON.parse(text))
  if (!isRecord(value) || value['app'] !== appId) return null
  const groups: unknown = value['groups']
  return areGroups(groups) ? groups : null
}

/** Whether these are content groups, as far as their URLs go. */
export const areGroups = (value: unknown): value is readonly GatedGroup[] =>
  Array.isArray(value) && value.every(isGroup)

const isGroup = (value: unknown): value is GatedGroup =>
  isRecord(value) && typeof value['redirect'] === 'string' && Array.isArray(value['urls']) && value['urls'].every(isUrl)

const isUrl = (value: unknown): boolean =>
  isRecord(value) && typeof value['url'] === 'string' && ['EQUALS', 'STARTS'].includes(String(value['filter']))
