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
      steppedBack.current = true
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])

  useEffect(() => {
    document.title = documentTitle(routeNameAt(location))
    if (shown.current === location) return
    shown.current = location
    // Going back or forward, the browser itself restores how far the page was scrolled.
    if (!steppedBack.current) window.scrollTo(0, 0)
    steppedBack.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [location])
}
