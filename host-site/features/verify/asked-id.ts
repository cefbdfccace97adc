import { useLocation, useSearch } from 'wouter'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'
import { readTagId } from './read-tag-id'

/**
 * The ID that the address of the page asks for, as `/verify?id=TT-…` or `/verify/TT-…`; empty if it asks for none, and in the
 * prerendered page, which is the same for all of them.
 */
export function useAskedId(): string {
  const [path] = useLocation()
  const search = useSearch()
  const hydrated = useHydrated()
  if (!hydrated) return ''
  const inQuery = new URLSearchParams(search).get('id')
  return readTagId(inQuery ?? (path.startsWith(`${routes.verify.path}/`) ? path : ''))
}

export const addressOfCheck = (id: string): string => `${routes.verify.path}?${new URLSearchParams({ id })}`
