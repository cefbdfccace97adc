import { attributes } from '../../attributes'
import { holdsValue } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

/** Attributes of a field that only shows a value and is never sent. */
const SHOWS_ONLY = ['readonly', 'disabled'] as const

export const rule = {
  id: 'field-outside-form',
  severity: 'warning',
  attribute: attributes.member,
  title: 'Field outside a form',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      if (!key?.trim() || key === 'id' || key === 'signup-date' || !holdsValue(page, element) || page.formOf(element))
        continue
      if (SHOWS_ONLY.some((name) => page.attribute(element, name) !== null)) continue
      if (/^hidden$/i.test(page.attribute(element, 'type') ?? '')) continue
      // `data-ms-form` on an element other than a form is reported instead.
      if (closest(page, element, attributes.form)) continue
      yield { element, message: `The value of "${key}" is never sent.` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description: 'This field is in no form. It shows the member’s value, but changes are not saved.',
  helpItems: [
    {
      title: 'I want to save the value',
      description:
        'Move the field into the form, or set form="…" to the ID of the form. Members change their own values in a form with data-ms-form="profile".',
    },
    {
      title: 'The field only shows the value',
      description: 'Add readonly, or use another element, such as <span data-ms-member="first-name">.',
    },
  ],
}
