import { attributes, installAttributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'duplicate-attribute',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Attribute twice on one element',
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
  description:
    'An element can carry an attribute once. Browsers keep the first one and drop the others, so what the second says does not happen.',
  helpItems: [
    {
      title: 'Several plans at once',
      description: 'Write the ids into one attribute, with commas between them: data-ms-plan:add="pln_a,pln_b".',
    },
    {
      title: 'Two actions on one click',
      description: 'An element has one data-ms-action and one data-ms-modal. Give the second one a button of its own.',
    },
  ],
}
