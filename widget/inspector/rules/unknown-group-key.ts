import { attributeRows, attributes } from '../../attributes'
import { didYouMean, nearestFix } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-group-key',
  severity: 'error',
  attribute: attributes.content,
  title: 'Unknown content group',
  own: true,
  usesApp: true,
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
      const effect = not ? 'everyone sees the element' : 'no one sees the element'
      if (value.includes(',')) {
        yield { element, message: `"${value}" is several values, so ${effect}. ${attributes.content} takes one.` }
        continue
      }
      const valid = not ? words.map((word) => not + word) : words
      const message = `"${value}" is unknown, so ${effect}.${didYouMean(value, valid)}`
      yield { element, message, fix: nearestFix(attributes.content, value, value, valid) }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'data-ms-content takes the key of a content group, a plan ID or a built-in name such as members, each optionally with ! before it. This value is unknown. No one has access to an unknown value: the element is never visible, and with ! it always is.',
  helpItems: [
    {
      title: 'Which groups can I use?',
      description:
        'The App tab lists the content groups with their keys. Use the key, not the name. Keys are case-sensitive.',
    },
    {
      title: 'I need several values',
      description:
        'An element takes one value. Create a content group that grants all of those plans, or nest elements: then both gates must allow it.',
    },
    {
      title: 'Everyone should see it',
      description: 'Remove the attribute.',
    },
  ],
}
