import { attributes, installAttributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'duplicate-attribute',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Repeated attribute',
  own: true,
  sourceOnly: true,
  *check(page) {
    for (const { element, name } of page.source?.repeatedAttributes ?? []) {
      const first = JSON.stringify(page.attribute(element, name))
      yield isOurs(name)
        ? { element, message: `Browsers keep the first ${name}, ${first}, and drop the other.` }
        : undefined
    }
  },
} as const satisfies Rule

const names: ReadonlySet<string> = new Set([...Object.values(attributes), ...Object.values(installAttributes)])
const isOurs = (name: string): boolean => names.has(name) || name.startsWith('data-ms-')

export const help: RuleHelp = {
  description: 'An element can have each attribute only once. Browsers keep the first and ignore the others.',
  helpItems: [
    {
      title: 'I want to use several plans',
      description: 'Put all plan IDs into one attribute, separated by commas: data-ms-plan:add="pln_a,pln_b".',
    },
    {
      title: 'I want two actions for one click',
      description:
        'An element can have one data-ms-action and one data-ms-modal. Use a second button for the other action.',
    },
  ],
}
