import { useEffect, useReducer, useState, type ComponentType } from 'react'
import type { RouteName } from '../paths'
import type { Pages } from './pages'

/** The page of a route; `loading` or `failed` where a step back leads to one that this document has not shown yet. */
export function usePage(name: RouteName, pages: Pages): ComponentType | 'loading' | 'failed' {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useState<RouteName | null>(null)
  const page = pages.get(name)
  const missing = page === undefined
  useEffect(() => {
    if (missing) pages.load(name).then(redraw, () => setFailed(name))
  }, [missing, name, pages])
  return page ?? (failed === name ? 'failed' : 'loading')
}
