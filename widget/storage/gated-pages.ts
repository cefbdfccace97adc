import { attempt } from '../lib/attempt'
import { isRecord } from '../lib/is-record'
import type { GatedGroup } from '../lib/page-address'

export const GATED_PAGES_KEY = '_ms-pages'

export interface GatedPages {
  /** As the server last told; null when it never has, here. */
  read(): readonly GatedGroup[] | null
  keep(groups: readonly GatedGroup[]): void
  /** No answer came in time: the other pages of this tab need not wait for one again. */
  keepSilence(): void
}

/** Longer lists are not kept: each first visit of a page then waits for the answer. */
const MAX_CHARS = 20_000

type Opener = () => Storage

/** The site's gated addresses, kept so that later visits hide only what may have to be hidden. */
export function createGatedPages(window: Window, appId: string): GatedPages {
  const local: Opener = () => window.localStorage
  // Where the first is blocked or full, the second still spares the other pages of this tab the waiting.
  const tab: Opener = () => window.sessionStorage
  const write = (open: Opener, text: string): boolean =>
    attempt(() => (open().setItem(GATED_PAGES_KEY, text), true)) ?? false
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
        // What is outdated must not come back with the next page.
        for (const open of [local, tab]) attempt(() => open().removeItem(GATED_PAGES_KEY))
        if (text.length <= MAX_CHARS) write(tab, text)
      }
    },
    keepSilence: () => void write(tab, textOf([])),
  }
}

const readFrom = (open: Opener): string | null => attempt(() => open().getItem(GATED_PAGES_KEY)) ?? null

/** Any script of the site can write here. */
function parse(text: string, appId: string): readonly GatedGroup[] | null {
  const value = attempt((): unknown => JSON.parse(text))
  if (!isRecord(value) || value['app'] !== appId) return null
  const groups: unknown = value['groups']
  return areGroups(groups) ? groups : null
}

/** Whether these are content groups, as far as their addresses go. */
export const areGroups = (value: unknown): value is readonly GatedGroup[] =>
  Array.isArray(value) && value.every(isGroup)

const isGroup = (value: unknown): value is GatedGroup =>
  isRecord(value) && typeof value['redirect'] === 'string' && Array.isArray(value['urls']) && value['urls'].every(isUrl)

const isUrl = (value: unknown): boolean =>
  isRecord(value) && typeof value['url'] === 'string' && ['EQUALS', 'STARTS'].includes(String(value['filter']))
