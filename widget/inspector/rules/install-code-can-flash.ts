import { installAttributes } from '../../attributes'
import { installTags, isInHead } from './elements'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'install-code-can-flash',
  severity: 'warning',
  attribute: installAttributes.app,
  title: 'Install script that can come too late to hide anything',
  own: true,
  *check(page) {
    const [element] = installTags(page)
    const cause = element && isInHead(page, element) && lateness(page, element)
    if (cause) yield { element, message: `With ${cause} the page can be drawn before it runs.` }
  },
} as const satisfies Rule

function lateness(page: Page, element: PageElement): string | undefined {
  if (page.attribute(element, 'type')?.trim().toLowerCase() === 'module') return 'type="module"'
  return ['async', 'defer'].find((name) => page.attribute(element, name) !== null)
}

export const help: RuleHelp = {
  description:
    'Only a plain script in the head is sure to run before the first thing is drawn. With async, defer or type="module" the browser does not wait for it, and gated content can be seen for a moment.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description: 'Take async, defer and type="module" off the tag. The script is small, and it waits for nothing.',
    },
    {
      title: 'It has to be loaded that way',
      description:
        'Then add the line of CSS that the documentation gives for late scripts. It keeps gated content hidden until the script has come. The inspector reads no style sheets, so this warning stays.',
    },
  ],
}
