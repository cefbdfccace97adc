import { installAttributes } from '../../attributes'
import { installTags, isInHead } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'misplaced-install-code',
  severity: 'warning',
  attribute: installAttributes.app,
  title: 'Install script outside the head',
  *check(page) {
    const [element] = installTags(page)
    if (element && !isInHead(page, element)) yield { element, message: 'It is in the body of the page.' }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The install script hides gated content before the page is drawn. In the body it runs too late: gated content can be visible for a moment.',
  helpItems: [
    {
      title: 'Where do I put it?',
      description:
        'In the head of the page, before other scripts. In a visual builder, use the site’s custom code for the head.',
    },
    {
      title: 'I can’t put it there',
      description:
        'Add the CSS line for late scripts from the documentation. It hides gated content until the script runs.',
    },
  ],
}
