import { attributeRows, installRows } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-attribute-value',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Attribute without a value',
  *check(page) {
    for (const name of needy)
      for (const element of page.carrying(name)) {
        const isEmpty = page.attribute(element, name)?.trim() === ''
        yield isEmpty ? { element, message: `${name} is empty.` } : undefined
      }
  },
} as const satisfies Rule

const needy = Object.values({ ...attributeRows, ...installRows })
  .filter(({ takesValue }) => takesValue === 'required')
  .map(({ name }) => name)

export const help: RuleHelp = {
  description:
    'This attribute needs a value. An empty data-ms-content hides nothing, an empty data-ms-member shows nothing, and an empty data-ms-form submits nothing.',
  helpItems: [
    {
      title: 'Which values can I use?',
      description: 'The list of attributes in the documentation shows the values of each one.',
    },
    {
      title: 'I no longer need it',
      description: 'Remove the whole attribute, not only its value.',
    },
  ],
}
