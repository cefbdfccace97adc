import { installAttributes } from '../../attributes'
import { installTags, isInHead } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'misplaced-install-code',
  severity: 'warning',
  attribute: installAttributes.app,
  title: 'Install script outside of the head',
  *check(page) {
    const [element] = installTags(page)
    if (element && !isInHead(page, element)) yield { element, message: 'It stands in the body of the page.' }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The install script hides what a visitor may not see before the page is drawn. From the body it comes too late: gated content can be seen for a moment.',
  helpItems: [
    {
      title: 'Where does it belong?',
      description:
        'Into the head of the page, before other scripts. In a visual builder that is the field for custom code in the head of the site.',
    },
    {
      title: 'I cannot put it there',
      description:
        'Then add the line of CSS that the documentation gives for late scripts. It keeps gated content hidden until the script has come.',
    },
  ],
}
