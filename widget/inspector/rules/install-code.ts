import { installAttributes, MEMBERSTACK_1_APP } from '../../attributes'
import { installTags, isInHead } from './elements'
import type { Rule, RuleHelp } from './rule'
import type { Page, PageElement } from './page'

export const duplicateInstallCode = {
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

export const misplacedInstallCode = {
  id: 'misplaced-install-code',
  severity: 'warning',
  attribute: installAttributes.app,
  title: 'Install script outside the head',
  *check(page) {
    const [element] = installTags(page)
    if (element && !isInHead(page, element)) yield { element, message: 'It is in the body of the page.' }
  },
} as const satisfies Rule

export const installCodeCanFlash = {
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

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'duplicate-install-code': {
    description:
      'A page needs one install script, and only the first one is used. If the others name another app, nothing of that app is shown.',
    helpItems: [
      {
        title: 'Where do the others come from?',
        description:
          'Often from both the site settings and the page settings, a component, or a tag manager. Keep the one in the head of the site.',
      },
    ],
  },
  'misplaced-install-code': {
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
  },
  'install-code-can-flash': {
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
  },
}

/** For files only: a page with the inspector has the script. A template may add it. */
export const noInstallCode = {
  id: 'no-install-code',
  title: 'The page has data-ms attributes but no install script',
  holds: (page: Page): boolean =>
    page.names.length > 0 &&
    [installAttributes.app, MEMBERSTACK_1_APP].every((name) => page.carrying(name).length === 0),
}
