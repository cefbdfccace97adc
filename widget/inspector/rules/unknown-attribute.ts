import { attributes, installAttributes } from '../../attributes'
import { nearestWord } from '../../lib/input'
import { choiceNames } from './choice-values'
import { meantMarkup } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-attribute',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Attribute that does not exist',
  own: true,
  *check(page) {
    const others = new Set([...known, ...choiceNames(page, 'plan'), ...choiceNames(page, 'price')])
    for (const name of page.names) {
      if (others.has(name) || OF_PAGES.test(name)) continue
      // Compare without `data-`, which makes all names similar, but with `ms-`, for short names with swapped letters.
      const nearest = nearestWord(name.replace('data-', ''), short)
      for (const element of page.carrying(name)) {
        const meant = meantMarkup(name.replace(/^(data-)?ms-/, ''), page.tag(element)) ?? (nearest && `data-${nearest}`)
        const isForUs = meant || name.startsWith('data-')
        const message = `There is no ${name}${meant ? `: did you mean ${meant}?` : '.'}`
        yield isForUs ? { element, message } : undefined
      }
    }
  },
} as const satisfies Rule

const known: readonly string[] = Object.values({ ...attributes, ...installAttributes })
const short = known.filter((name) => name.startsWith('data-ms-')).map((name) => name.replace('data-', ''))

/** Attributes of community scripts, and of the published client on other sites. */
const OF_PAGES = /^(data-)?ms-(code|style|modal-loader)/

export const help: RuleHelp = {
  description: 'No attribute has this name, so it does nothing. Most often a letter is wrong or missing.',
  helpItems: [
    {
      title: 'It worked with version 1',
      description:
        'Attributes that begin with ms- belong to the first version of Memberstack. Those of today begin with data-ms-; the documentation lists them all.',
    },
    {
      title: 'It belongs to a script of my own',
      description: 'Then it does no harm. Give it a name that does not begin with data-ms-, and this warning goes.',
    },
  ],
}
