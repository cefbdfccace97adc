import { attributes, installTagAttributes, pageAttributes } from '../../attributes'
import { nearestWord } from '../../lib/input'
import { meantMarkup } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'value-without-effect',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Value that does nothing',
  own: true,
  *check(page) {
    for (const { name, values } of listed) {
      for (const element of page.carrying(name)) {
        const value = page.attribute(element, name) ?? ''
        const [only, ...more] = values
        const isSwitch = more.length === 0
        // An empty one has its own rule.
        if (value.trim() === '' || values.includes(isSwitch ? value.trim().toLowerCase() : value)) {
          yield
          continue
        }
        const nearest = isSwitch ? only : nearestWord(value, values)
        const meant = meantMarkup(value, page.tag(element)) ?? (nearest && `${name}="${nearest}"`)
        yield { element, message: `There is no ${name}="${value}"${meant ? `: did you mean ${meant}?` : '.'}` }
      }
    }
  },
} as const satisfies Rule

/** `data-ms-price:remove` has a rule of its own. */
const listed = [...pageAttributes, ...installTagAttributes].flatMap(({ name, values, isOpen }) =>
  values && !isOpen && name !== attributes.priceRemove ? [{ name, values }] : [],
)

export const help: RuleHelp = {
  description:
    'This attribute takes certain values only, and this is none of them, so nothing happens. Advice from forums and from generated code often names values that do not exist.',
  helpItems: [
    {
      title: 'data-ms-action="login" or "signup"',
      description:
        'There is no such action. A button opens a dialog with data-ms-modal="login" or data-ms-modal="signup"; a form on the page has data-ms-form="login" or data-ms-form="signup".',
    },
    {
      title: 'Which values are there?',
      description: 'The list of attributes in the documentation names all of them. Capital letters count.',
    },
  ],
}
