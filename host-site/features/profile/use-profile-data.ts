import { useCallback } from 'react'
import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { SiteApi } from '../../lib/site-api'
import { useLoaded, type Loaded } from '../../lib/use-loaded'
import { loadHolding, type Holding } from '../issue/holding'

export interface ProfileData {
  profile: TagProfile
  /** Null where it could not be had: the profile is there all the same. */
  holding: Holding | null
}

/** What a member's profile shows. First what this browser did becomes theirs: the profile tells of it already. */
export function useProfileData(api: Pick<SiteApi, 'call'>, memberId: string | null): Loaded<ProfileData> {
  const load = useCallback(async (): Promise<ProfileData | null> => {
    const holding = await loadHolding(api)
    const profile = await api.call('getTagProfile', {})
    return profile.success ? { profile: profile.data, holding } : null
  }, [api])
  return useLoaded(memberId, load)
}
