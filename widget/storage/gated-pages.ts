import { parseJson, tryOrUndefined } from '../lib/errors'
import type { GatedGroup } from '../../contract/gated-paths'
import { gatedPagesOf, type GateTest } from '../lib/gated-paths'

export const GATED_PAGES_KEY = '_ms-pages'

export interface GatedPages {
  /** The known groups; null before the server's first response to a script that brought none. */
  read(): readonly GatedGroup[] | null
  /** While no groups are known: whether to expect a gate. Of any page if the script brought nothing. */
  mayGate: GateTest
  keep(groups: readonly GatedGroup[]): void
  /** The server timed out: other pages of this tab need not wait again. */
  cacheNoGroups(): void
}

/** Longer lists are not cached: each first visit of a page then waits for the server. */
const MAX_CHARS = 20_000

type Opener = () => Storage

/**
 * The URLs that the site gates, cached so that later visits hide only pages that may be gated.
 * @param brought by the script itself; a newer list of an earlier visit adds to its groups
 */
export function createGatedPages(
  window: Window,
  appId: string,
  brought: readonly GatedGroup[] | GateTest | null = null,
): GatedPages {
  const known = typeof brought === 'function' ? null : brought
  const local: Opener = () => window.localStorage
  // If local storage is blocked or full, other pages of this tab need not wait either.
  const tab: Opener = () => window.sessionStorage
  const write = (open: Opener, text: string): boolean =>
    tryOrUndefined(() => (open().setItem(GATED_PAGES_KEY, text), true)) ?? false
  const textOf = (groups: readonly GatedGroup[]): string => JSON.stringify({ app: appId, groups })
  const mayGate: GateTest = typeof brought === 'function' ? brought : () => true
  const stored = (): string | null | undefined => {
    const text = readFrom(local)
    // Most first visits. Opening the tab's storage takes browsers long, and it has a list only where local storage is
    // full. Without that list, the server's response decides, as on a first visit.
    if (text === null && (known || !mayGate(window.location.pathname))) return null
    return text ?? readFrom(tab)
  }

  return {
    mayGate,
    read() {
      const cached = gatedPagesOf(parseJson(stored()), appId)
      return known && cached ? [...known, ...cached] : (known ?? cached)
    },
    keep(groups) {
      const gated = groups.filter(({ urls }) => urls.length > 0)
      const text = textOf(gated.map(({ urls, redirect }) => ({ urls, redirect })))
      if (text === readFrom(local)) return
      if (text.length > MAX_CHARS || !write(local, text)) {
        // An outdated list must not be read by the next page.
        for (const open of [local, tab]) tryOrUndefined(() => open().removeItem(GATED_PAGES_KEY))
        if (text.length <= MAX_CHARS) write(tab, text)
      }
    },
    cacheNoGroups: () => void write(tab, textOf([])),
  }
}

/** Undefined where the browser refuses. */
const readFrom = (open: Opener): string | null | undefined => tryOrUndefined(() => open().getItem(GATED_PAGES_KEY))
