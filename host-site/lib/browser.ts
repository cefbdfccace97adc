import { useSyncExternalStore } from 'react'

/**
 * - `shared`: the share sheet was shown, and reported its own result
 * - `copied`: the link is on the clipboard
 * - `refused`: neither worked
 */
export type ShareResult = 'shared' | 'copied' | 'refused'

interface SharedLink {
  title: string
  url: string
}

export type ShareLink = (link: SharedLink) => Promise<ShareResult>

/** Parts of `navigator`: older browsers lack them, and pages without TLS have no clipboard. */
export interface Sharing {
  share?: (link: SharedLink) => Promise<void>
  canShare?: (link: SharedLink) => boolean
  clipboard?: { writeText: (text: string) => Promise<void> } | undefined
}

/** Shares by the system's share sheet, else by the clipboard. Never rejects. */
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

export type SaveFile = (file: Blob, name: string) => void

/** The browser must have started the download by then. */
const KEPT_MS = 60_000

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

const never = () => () => {}

/** False while prerendering and hydrating, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
