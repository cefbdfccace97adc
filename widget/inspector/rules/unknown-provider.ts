import { attributeRows, attributes } from '../../attributes'
import { didYouMean, nearestFix } from './elements'
import type { InspectedApp } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-provider',
  severity: 'error',
  attribute: attributes.authProvider,
  title: 'Unknown login provider',
  own: true,
  usesApp: true,
  *check(page) {
    const offered = offeredBy(page.app)
    for (const element of page.carrying(attributes.authProvider)) {
      const key = page.attribute(element, attributes.authProvider)?.trim() ?? ''
      // An empty value has its own rule.
      const isOffered = key === '' || offered.includes(key)
      const message = isOffered ? '' : `The app does not offer "${key}".${didYouMean(key, offered)}`
      yield message ? { element, message, fix: nearestFix(attributes.authProvider, key, key, offered) } : undefined
    }
  },
} as const satisfies Rule

function offeredBy({ authProviders, additionalAuthMethods }: InspectedApp): string[] {
  const keys = authProviders.map(({ provider }) => provider)
  return additionalAuthMethods?.passkey?.enabled === false ? keys : [...keys, ...attributeRows.authProvider.values]
}

export const help: RuleHelp = {
  description: 'The app does not offer this provider. A click shows an error.',
  helpItems: [
    {
      title: 'Which providers can I use?',
      description: 'See Authentication in the App tab. The keys are lowercase.',
    },
    {
      title: 'I want to offer this provider',
      description: 'Add it to the app’s definition, and set it up on the server; see the social login guide.',
    },
  ],
}
