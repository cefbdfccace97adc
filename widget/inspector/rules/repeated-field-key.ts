import { attributes } from '../../attributes'
import { formKindOf, holdsValue } from './elements'
import { closest, type Page, type PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'repeated-field-key',
  severity: 'error',
  attribute: attributes.member,
  title: 'Two fields with one key in a form',
  own: true,
  *check(page) {
    const seen = new Map<PageElement, Set<string>>()
    for (const element of page.carrying(attributes.member)) {
      const form = page.formOf(element)
      const key = page.attribute(element, attributes.member)?.trim()
      if (!form || !key || formKindOf(page, form) === null || !takesOneValue(page, element)) {
        yield undefined
        continue
      }
      const keys = seen.get(form) ?? new Set()
      // Fields for different members never show together.
      const gate = closest(page, element, attributes.content)
      const place = `${key} ${(gate && page.attribute(gate, attributes.content)) ?? ''}`
      yield keys.has(place) ? { element, message: messageFor(key) } : undefined
      seen.set(form, keys.add(place))
    }
  },
} as const satisfies Rule

/** Checkboxes and radio buttons of one key share a value. A disabled field is not sent. */
const takesOneValue = (page: Page, element: PageElement): boolean =>
  holdsValue(page, element) &&
  page.attribute(element, 'disabled') === null &&
  !/^(checkbox|radio)$/i.test(page.attribute(element, 'type') ?? '')

const messageFor = (key: string): string =>
  key.endsWith('password')
    ? `The form has another "${key}" field above. The first one is used; this one only repeats it.`
    : `The form has another "${key}" field above. The value of this one is lost.`

export const help: RuleHelp = {
  description:
    'Several fields of one form have the same data-ms-member. Only the first one is saved. A second password must repeat the first, or the form is refused.',
  helpItems: [
    {
      title: 'The field asks for something else',
      description: 'Give it its own key: the key of a custom field of the app, such as data-ms-member="phone".',
    },
    {
      title: 'The field repeats the password',
      description: 'Use data-ms-member="confirm-password". Two different passwords are refused with a message.',
    },
    {
      title: 'I want a list of choices',
      description: 'Checkboxes with one key and different data-ms-value form a list. Radio buttons share a key too.',
    },
  ],
}
