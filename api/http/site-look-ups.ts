import type { PublicProfile } from '../../contract/schemas/tag-profiles'
import { tryTake } from '../features/accounts/sign-in-limits'
import { findPublicProfile } from '../features/profiles/profile'
import { findShownTag } from '../features/tags/verify'
import type { ShownTag } from '../features/tags/verify'
import type { SignedTagServices } from '../features/tags/signed-tag'
import type { Services } from '../ports/services'
import { identifyApp } from '../features/apps/identify-app'

/** What the site's server says of a page before any script runs. Like the API's own look-ups, and under the same limits. */
export interface SiteLookUps {
  /** @param address of whoever asks for the page */
  findTag(id: string, address: string): Promise<ShownTag | null>
  /** @param appId of the app that the page belongs to */
  findProfile(appId: string, slug: string, address: string): Promise<ShownProfile | null>
}

export interface ShownProfile {
  profile: PublicProfile
  isListed: boolean
}

/** No view is counted: whoever reads the page asks the API as well. Past a limit a page says nothing particular. */
export function createSiteLookUps(services: SignedTagServices & Pick<Services, 'rateLimiter'>): SiteLookUps {
  const { store, urls, rateLimiter } = services
  return {
    async findTag(id, address) {
      const mayAsk = await tryTake(rateLimiter, 'tagChecksPerAddress', address)
      const shown = mayAsk ? await findShownTag(services, id) : null
      // A page says nothing particular about facts that nobody signed.
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
