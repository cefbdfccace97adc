import { useCallback } from 'react'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded, type Loaded } from '../../lib/use-loaded'
import { loadHolding, type Holding } from './holding'

/** What a member has, once they are known, and anew when asked. @param memberId null for a visitor */
export function useHolding(api: Pick<SiteApi, 'call'>, memberId: string | null): Loaded<Holding> {
  const load = useCallback(() => loadHolding(api), [api])
  return useLoaded(memberId, load)
}
