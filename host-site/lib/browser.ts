/**
 * - `shared`: the system's own sheet was shown, and has told the person what came of it
 * - `copied`: it is on the clipboard
 * - `refused`: neither could be done
 */
export type ShareResult = 'shared' | 'copied' | 'refused'

interface SharedLink {
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

/** Hands a file to the person, as browsers save what is downloaded. */
export type SaveFile = (file: Blob, name: string) => void

/** How long a browser may take to begin with it. */
const KEPT_MS = 60_000

/** @param window of the page */
export function createSaveFile({
  document,
  URL,
  setTimeout,
}: Pick<typeof globalThis, 'document' | 'URL' | 'setTimeout'>): SaveFile {
  return (file, name) => {
    const url = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
  }
}
