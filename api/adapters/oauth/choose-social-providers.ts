import { socialProviders } from '../../../contract/providers'
import type { SocialProviderSettings } from '../../domain/social/provider-settings'
import type { SocialProvider, SocialProviders } from '../../ports/social-providers'
import { createOAuthProvider } from './oauth-provider'
import { createOpenIdProvider } from './openid/openid-provider'
import { testConsentProvider } from './test-consent-provider'
import type { TestConsentParts } from './test-consent-provider'

export interface SocialProviderChoices extends TestConsentParts {
  /** Absent: none is set up. */
  settings?: SocialProviderSettings
}

/** Who answers for a provider in which mode: the real one where it is set up, else the consent page, in Test Mode only. */
export function chooseSocialProviders({ settings, ...parts }: SocialProviderChoices): SocialProviders {
  const real = new Map((settings ? createReal(settings) : []).map((provider) => [provider.key, provider]))
  return { find: (mode, key) => real.get(key) ?? (mode === 'test' ? testConsentProvider(key, parts) : null) }
}

function createReal({ known, openId }: SocialProviderSettings): SocialProvider[] {
  const those = socialProviders.flatMap(({ key }) => {
    const client = known[key]
    return client ? [createOAuthProvider({ key, client })] : []
  })
  return [...those, ...openId.map((settings) => createOpenIdProvider({ settings }))]
}
