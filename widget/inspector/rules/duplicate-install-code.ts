import { installAttributes } from '../../attributes'
import { installTags } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'duplicate-install-code',
  severity: 'error',
  attribute: installAttributes.app,
  title: 'Repeated install script',
  *check(page) {
    for (const element of installTags(page).slice(1)) {
      const app = page.attribute(element, installAttributes.app)
      yield { element, message: `Another install script, for the app "${app}".` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A page needs one install script, and only the first one is used. If the others name another app, nothing of that app is shown.',
  helpItems: [
    {
      title: 'Where do the others come from?',
      description:
        'Often from both the site settings and the page settings, a component, or a tag manager. Keep the one in the head of the site.',
    },
  ],
}
