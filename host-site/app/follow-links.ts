import { routeNameAt } from '../paths'
import type { Pages } from './pages'

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Loads a page as soon as somebody points at a link to it, so that it is there when they press.
 * @returns ends it
 */
export function followLinks(root: Document, pages: Pages): () => void {
  const note = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== root.location.origin) return
    // Whoever presses hears of a failure; whoever only points does not.
    pages.load(routeNameAt(link.pathname)).catch(() => {})
  }
  for (const sign of SIGNS) root.addEventListener(sign, note, { passive: true })
  return () => {
    for (const sign of SIGNS) root.removeEventListener(sign, note)
  }
}
