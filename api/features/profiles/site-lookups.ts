import type { PublicProfile } from '../../../contract/schemas/tag-profiles'
import { tryTake } from '../../ports/rate-limiter'
import { findPublicProfile } from './profile'
import { findShownTag } from '../tags/verify'
import type { ShownTag } from '../tags/verify'
import type { SignedTagServices } from '../tags/signed-tag'
import type { Services } from '../../ports/services'
import { identifyApp } from '../apps/identify-app'

/** Facts that the site's server writes into a page before scripts run. Same limits as the API. */
export interface SiteLookups {
  /** @param address IP address of the page's visitor */
  findTag(id: string, address: string): Promise<ShownTag | null>
  /** @param appId of the app that the page belongs to */
  findProfile(appId: string, slug: string, address: string): Promise<ShownProfile | null>
}

export interface ShownProfile {
  profile: PublicProfile
  isListed: boolean
}

/** Counts no view, because the page calls the API as well. Past a limit the page has its generic texts. */
export function createSiteLookups(services: SignedTagServices & Pick<Services, 'rateLimiter'>): SiteLookups {
  const { store, urls, rateLimiter } = services
  return {
    async findTag(id, address) {
      const mayAsk = await tryTake(rateLimiter, 'tagChecksPerAddress', address)
      const shown = mayAsk ? await findShownTag(services, id) : null
      // Unsigned facts must not appear on a page.
      return shown?.state === 'altered' ? null : shown
    },
    async findProfile(appId, slug, address) {
      if (!(await tryTake(rateLimiter, 'profileViewsPerAddress', address))) return null
      const identified = await identifyApp(store.apps, { appId, key: undefined, origin: urls.site })
      const found = await findPublicProfile(services, identified, slug)
      return found && { profile: found.publicProfile, isListed: identified.mode === 'live' }
    },
  }
}
