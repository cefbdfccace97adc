import { useCallback } from 'react'
import { useLocation } from 'wouter'
import type { PublicProfile } from '../../../contract/schemas/tag-profiles'
import type { SiteApi } from '../../lib/site-api'
import { useHydrated } from '../../lib/use-hydrated'
import { useLoaded } from '../../lib/use-loaded'
import { routes } from '../../paths'

export type PublicProfileState =
  | { step: 'loading' }
  /** Nobody has this address, or its holder shows nothing. */
  | { step: 'none' }
  | { step: 'failed'; retry: () => void }
  | { step: 'found'; slug: string; profile: PublicProfile }

/** The profile that the address of the page names. In the prerendered page, which is the same for all, it is awaited. */
export function usePublicProfile(api: Pick<SiteApi, 'call'>): PublicProfileState {
  const hydrated = useHydrated()
  const [path] = useLocation()
  const slug = slugOf(path)
  const load = useCallback(async () => {
    const result = await api.call('getPublicProfile', { slug })
    if (result.success) return result.data
    return result.code === 'profile-not-found' ? 'none' : null
  }, [api, slug])
  const { value, failed, reload } = useLoaded(slug || null, load)
  if (!hydrated) return { step: 'loading' }
  if (slug === '' || value === 'none') return { step: 'none' }
  if (value) return { step: 'found', slug, profile: value }
  return failed ? { step: 'failed', retry: () => void reload() } : { step: 'loading' }
}

/** A broken escape is looked up as it stands, and not found. */
function slugOf(path: string): string {
  const part = path.slice(routes.publicProfile.path.length).split('/').find(Boolean) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
