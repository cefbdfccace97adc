import { attributes, installTagAttributes, pageAttributes } from '../../attributes'
import { nearestWord } from '../../lib/input'
import { meantMarkup } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'value-without-effect',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Invalid value',
  own: true,
  *check(page) {
    for (const { name, values } of listed) {
      for (const element of page.carrying(name)) {
        const value = page.attribute(element, name) ?? ''
        const [only, ...more] = values
        const isSwitch = more.length === 0
        // An empty value has its own rule.
        if (value.trim() === '' || values.includes(isSwitch ? value.trim().toLowerCase() : value)) {
          yield
          continue
        }
        const nearest = isSwitch ? only : nearestWord(value, values)
        const meant = meantMarkup(value, page.tag(element)) ?? (nearest && `${name}="${nearest}"`)
        const message = `Unknown value ${name}="${value}".${meant ? ` Did you mean ${meant}?` : ''}`
        yield { element, message, fix: meant ? { attribute: name, markup: meant } : undefined }
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
    'This attribute accepts only certain values, and this is not one of them. It has no effect. Forums and generated code often suggest values that don’t exist.',
  helpItems: [
    {
      title: 'data-ms-action="login" or "signup"',
      description:
        'These actions don’t exist. To open a modal from a button, use data-ms-modal="login" or data-ms-modal="signup". For a form on the page, use data-ms-form="login" or data-ms-form="signup".',
    },
    {
      title: 'Which values can I use?',
      description: 'The list of attributes in the documentation shows them all. Values are case-sensitive.',
    },
  ],
}
