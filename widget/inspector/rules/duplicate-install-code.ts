import { installAttributes } from '../../attributes'
import { installTags } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'duplicate-install-code',
  severity: 'error',
  attribute: installAttributes.app,
  title: 'Install script more than once',
  *check(page) {
    for (const element of installTags(page).slice(1)) {
      const app = page.attribute(element, installAttributes.app)
      yield { element, message: `One more install script, for the app "${app}".` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'One install script is enough for a page, and only the first one counts. The others are loaded for nothing. If they name another app, nothing of that app ever shows.',
  helpItems: [
    {
      title: 'Where do the others come from?',
      description:
        'Often one stands in the settings of the whole site and one in those of the page, in a component, or in a tag manager. Keep the one of the site, in its head.',
    },
  ],
}
