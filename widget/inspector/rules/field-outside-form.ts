import { attributes } from '../../attributes'
import { holdsValue } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

/** Marks a field that only shows a value and is never sent. */
const SHOWS_ONLY = ['readonly', 'disabled'] as const

export const rule = {
  id: 'field-outside-form',
  severity: 'warning',
  attribute: attributes.member,
  title: 'Field outside of a form',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      if (!key?.trim() || key === 'id' || key === 'signup-date' || !holdsValue(page, element) || page.formOf(element))
        continue
      if (SHOWS_ONLY.some((name) => page.attribute(element, name) !== null)) continue
      if (/^hidden$/i.test(page.attribute(element, 'type') ?? '')) continue
      // `data-ms-form` on another element than a form is reported instead.
      if (closest(page, element, attributes.form)) continue
      yield { element, message: `What is typed into "${key}" is sent nowhere.` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'People can type into this field, but it belongs to no form. It shows the value of the member, and a change is saved nowhere.',
  helpItems: [
    {
      title: 'The value is to be saved',
      description:
        'Move the field into the form, or give it form="…" with the id of the form. Members change their own values in a form with data-ms-form="profile".',
    },
    {
      title: 'It only shows the value',
      description: 'Give it readonly, or use an element that is no field, such as <span data-ms-member="first-name">.',
    },
  ],
}
