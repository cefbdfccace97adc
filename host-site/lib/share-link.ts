/**
 * - `shared`: the system's own sheet was shown, and has told the person what came of it
 * - `copied`: it is on the clipboard
 * - `refused`: neither could be done
 */
export type ShareResult = 'shared' | 'copied' | 'refused'

export interface SharedLink {
  title: string
  url: string
}

export type ShareLink = (link: SharedLink) => Promise<ShareResult>

/** What a `navigator` may have. Older browsers lack any of it, and pages without TLS have no clipboard. */
export interface Sharing {
  share?: (link: SharedLink) => Promise<void>
  canShare?: (link: SharedLink) => boolean
  clipboard?: { writeText: (text: string) => Promise<void> } | undefined
}

/** Hands a link on: by the system's own sheet where there is one, else by the clipboard. Never rejects. */
export function createShareLink(browser: Sharing): ShareLink {
  return async (link) => {
    try {
      if (browser.share && browser.canShare?.(link)) {
        await browser.share(link)
        return 'shared'
      }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
    try {
      if (!browser.clipboard) return 'refused'
      await browser.clipboard.writeText(link.url)
      return 'copied'
    } catch {
      return 'refused'
    }
  }
}
