import { attributeRows, attributes } from '../../attributes'
import { didYouMean } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-group-key',
  severity: 'warning',
  attribute: attributes.content,
  title: 'No content group has this key',
  own: true,
  *check(page) {
    const { contentGroups, plans } = page.app
    const words = [
      ...attributeRows.content.values,
      ...contentGroups.map(({ key }) => key),
      ...plans.map(({ id }) => id),
    ]
    const known = new Set(words)
    for (const element of page.carrying(attributes.content)) {
      yield undefined
      const value = page.attribute(element, attributes.content) ?? ''
      const not = value.startsWith('!') ? '!' : ''
      if (!value.trim() || known.has(value.slice(not.length))) continue
      const effect = not ? 'everybody sees the element' : 'nobody sees the element'
      const meant = didYouMean(value, not ? words.map((word) => not + word) : words)
      yield { element, message: `"${value}" is unknown, so ${effect}.${meant}` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'data-ms-content takes the key of a content group, the id of a plan or a built-in name such as members, each also with ! before it. This value is none of them. Nobody has access to what is unknown: the element never shows, and with ! it always does.',
  helpItems: [
    {
      title: 'Which groups are there?',
      description:
        'The App tab lists the gated content with the keys. The key counts, not the name, and letter by letter.',
    },
    {
      title: 'I wrote several values',
      description:
        'One element takes one value. Make a content group that grants all of those plans, or put one element into another: then both must hold.',
    },
    {
      title: 'Everybody is to see it',
      description: 'Remove the attribute.',
    },
  ],
}
