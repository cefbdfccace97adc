import { useEffect, useRef } from 'react'
import { documentTitle, routeNameAt } from '../paths'

/**
 * Does on a page change inside the site what a browser does on a real one: the title changes, reading starts at the
 * top, and the focus moves to the page's heading, which a screen reader then says.
 */
export function usePageChange(location: string): void {
  const shown = useRef(location)
  const steppedBack = useRef(false)

  useEffect(() => {
    const note = () => {
      // A step between two states of one page is no page change, and must not pass for the next one.
      steppedBack.current = window.location.pathname !== shown.current
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])

  useEffect(() => {
    const name = routeNameAt(location)
    const before = shown.current
    // The page to begin with came with its title, which may name what it is about.
    if (before !== location) document.title = documentTitle(name)
    shown.current = location
    // The check of one TrustTag and of the next are one page.
    if (before === location || (name === 'verify' && routeNameAt(before) === name)) return
    // Going back or forward, the browser itself restores how far the page was scrolled.
    if (!steppedBack.current) window.scrollTo(0, 0)
    steppedBack.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [location])
}
