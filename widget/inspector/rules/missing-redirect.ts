import { attributes } from '../../attributes'
import { formsOfKind, sendsForm } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-redirect',
  severity: 'warning',
  attribute: 'data-ms-form="forgot-password"',
  title: 'Forgot-password form without a redirect',
  *check(page) {
    // It also counts on the submit button. An empty one has its own rule.
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
    'The form mails a code, and people need a place to type it in. Without a redirect they stay on this page and may not find it.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Give the form redirect="…" with the address of the page that has the form with data-ms-form="reset-password".',
    },
    {
      title: 'Both forms are on this page',
      description:
        'Lead to the second by its id: redirect="#new-password". The page stays, and moves to where the code goes.',
    },
  ],
}
