/**
 * - `shared`: the person passed it on, or closed the system's own sheet without doing so: it has told them
 * - `copied`: it is on the clipboard
 * - `refused`: neither could be done
 */
export type ShareResult = 'shared' | 'copied' | 'refused'

export type ShareLink = (link: { title: string; url: string }) => Promise<ShareResult>

/** Hands a link on: by the system's own sheet where there is one, else by the clipboard. Never rejects. */
export function createShareLink(browser: Pick<Navigator, 'share' | 'canShare' | 'clipboard'>): ShareLink {
  return async (link) => {
    try {
      // Older browsers lack any of the three, whatever their types say; pages without TLS have no clipboard.
      if ('share' in browser && browser.canShare(link)) {
        await browser.share(link)
        return 'shared'
      }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
    try {
      await browser.clipboard.writeText(link.url)
      return 'copied'
    } catch {
      return 'refused'
    }
  }
}
