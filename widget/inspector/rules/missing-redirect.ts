import { attributes } from '../../attributes'
import { formsOfKind, sendsForm } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-redirect',
  severity: 'warning',
  attribute: 'data-ms-form="forgot-password"',
  title: 'Forgot-password form without a redirect',
  *check(page) {
    // It also works on the submit button. An empty one has its own rule.
    const wishes = page.carrying(attributes.redirectOverride)
    const led = new Set(wishes.map((element) => (sendsForm(page, element) ? page.formOf(element) : element)))
    for (const form of formsOfKind(page, 'forgot-password')) {
      const leads =
        page.attribute(form, attributes.redirect) || page.attribute(form, attributes.dataRedirect) || led.has(form)
      yield leads ? undefined : { element: form }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'This form emails a code. Without a redirect, members stay on this page and may not find where to enter it.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Set redirect="…" on the form to the URL of the page with data-ms-form="reset-password".',
    },
    {
      title: 'Both forms are on this page',
      description: 'Use the ID of the second form: redirect="#new-password". The page stays and scrolls to it.',
    },
  ],
}
