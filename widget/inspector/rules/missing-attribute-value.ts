import { attributeRows, installRows } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-attribute-value',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Attribute without its value',
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
    'This attribute does nothing without a value. An empty data-ms-content hides nothing, an empty data-ms-member holds nothing, an empty data-ms-form sends nothing.',
  helpItems: [
    {
      title: 'What can I write?',
      description: 'Follow the documentation: the list of attributes says which values each of them takes.',
    },
    {
      title: 'I do not need it any more',
      description: 'Remove the whole attribute, not its value alone.',
    },
  ],
}
