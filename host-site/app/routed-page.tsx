import { useLocation } from 'wouter'
import { routeNameAt } from '../paths'
import type { Pages } from './pages'
import { usePage } from './use-page'

/** The page of the current path. */
export function RoutedPage({ pages }: { pages: Pages }) {
  const [location] = useLocation()
  const Current = usePage(routeNameAt(location), pages)
  if (Current !== 'loading' && Current !== 'failed') return <Current />
  return (
    <div className="page">
      {Current === 'loading' ? (
        <p role="status">Loading…</p>
      ) : (
        <p role="alert">
          This page could not be loaded. <a href={location}>Try again</a>
        </p>
      )}
    </div>
  )
}
