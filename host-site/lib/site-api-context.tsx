import { createContext, type ReactNode, useContext } from 'react'
import type { SiteApi } from './site-api'

const SiteApiContext = createContext<SiteApi | null>(null)

export function SiteApiProvider({ api, children }: { api: SiteApi; children: ReactNode }) {
  return <SiteApiContext value={api}>{children}</SiteApiContext>
}

export function useSiteApi(): SiteApi {
  const api = useContext(SiteApiContext)
  if (!api) throw new Error('useSiteApi needs a SiteApiProvider above it')
  return api
}
