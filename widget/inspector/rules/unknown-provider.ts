import { attributes } from '../../attributes'
import { didYouMean } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-provider',
  severity: 'warning',
  attribute: attributes.authProvider,
  title: 'The app does not offer this provider',
  own: true,
  *check(page) {
    const offered = page.app.authProviders.map(({ provider }) => provider)
    for (const element of page.carrying(attributes.authProvider)) {
      const key = page.attribute(element, attributes.authProvider)?.trim() ?? ''
      // An empty one has its own rule.
      const isOffered = key === '' || offered.includes(key)
      const message = isOffered ? '' : `The app does not offer "${key}".${didYouMean(key, offered)}`
      yield message ? { element, message } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'This button leads to a provider that the app does not offer. Whoever presses it is told so, and is not logged in.',
  helpItems: [
    {
      title: 'Which providers are there?',
      description: 'The App tab says which of them the app offers. Their keys are in small letters.',
    },
    {
      title: 'The app is to offer it',
      description: 'Add it to the app’s definition, and set it up on the server as the guide to social login says.',
    },
  ],
}
