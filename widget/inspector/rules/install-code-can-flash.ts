import { installAttributes } from '../../attributes'
import { installTags, isInHead } from './elements'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'install-code-can-flash',
  severity: 'warning',
  attribute: installAttributes.app,
  title: 'Install script that may run too late',
  own: true,
  *check(page) {
    const [element] = installTags(page)
    const cause = element && isInHead(page, element) && lateness(page, element)
    if (cause) yield { element, message: `With ${cause}, the page can be drawn before the script runs.` }
  },
} as const satisfies Rule

function lateness(page: Page, element: PageElement): string | undefined {
  if (page.attribute(element, 'type')?.trim().toLowerCase() === 'module') return 'type="module"'
  return ['async', 'defer'].find((name) => page.attribute(element, name) !== null)
}

export const help: RuleHelp = {
  description:
    'Only a plain script in the head always runs before the page is drawn. With async, defer or type="module", gated content can be visible for a moment.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Remove async, defer and type="module" from the tag. The script is small and waits for nothing.',
    },
    {
      title: 'I have to load it that way',
      description:
        'Add the CSS line for late scripts from the documentation. It hides gated content until the script runs. The inspector doesn’t read style sheets, so this warning stays.',
    },
  ],
}
