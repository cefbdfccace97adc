import { createElement } from 'react'
import { useLocation } from 'wouter'
import { routeNameAt } from '../paths'
import type { Pages } from './pages'
import { usePage } from './use-page'

/** The page of the current path. */
export function RoutedPage({ pages }: { pages: Pages }) {
  const [location] = useLocation()
  const page = usePage(routeNameAt(location), pages)
  if (page !== 'loading' && page !== 'failed') return createElement(page)
  return (
    <div className="page">
      {page === 'loading' ? (
        <output>Loading…</output>
      ) : (
        <p role="alert">
          This page could not be loaded. <a href={location}>Try again</a>
        </p>
      )}
    </div>
  )
}
