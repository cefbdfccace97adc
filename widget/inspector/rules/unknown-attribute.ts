import { attributes, installAttributes, MEMBERSTACK_1_APP, memberstack1 } from '../../attributes'
import { nearestWord } from '../../lib/input'
import { choiceNames } from './choice-values'
import { meantMarkup } from './elements'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-attribute',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Unknown attribute',
  own: true,
  *check(page) {
    const others = new Set([...known, ...choiceNames(page, 'plan'), ...choiceNames(page, 'price')])
    for (const name of page.names) {
      if (others.has(name) || OF_PAGES.test(name)) continue
      const nearest = nearestWord(shortNameOf(name), [...ours.keys()])
      for (const element of page.carrying(name)) {
        const replacement = notHere[name]
        if (replacement) {
          const message = `Memberstack has ${name}; this widget does not. ${replacement}`
          yield { element, message, severity: 'warning' }
          continue
        }
        const meant = meantMarkup(shortNameOf(name).slice(3), page.tag(element)) ?? (nearest && ours.get(nearest))
        const isForUs = meant || name.startsWith('data-')
        const message = `Unknown attribute ${name}.${meant ? ` Did you mean ${meant}?` : ''}`
        // Without a similar name, it may belong to a script of the page.
        if (!meant) yield isForUs ? { element, message, severity: 'warning' } : undefined
        else yield { element, message, fix: { attribute: name, markup: withValue(page, element, name, meant) } }
      }
    }
  },
} as const satisfies Rule

const current: readonly string[] = [attributes, installAttributes].flatMap((names) => Object.values(names))
const known = [...current, ...Object.values(memberstack1), MEMBERSTACK_1_APP]

/**
 * Names are compared without `data-` and with `ms-` for `memberstack-`, which would make all names similar. Without
 * `ms-`, short names with swapped letters would not match.
 */
const shortNameOf = (name: string): string => name.replace(/^(data-)?(memberstack|ms)-/, 'ms-')
const ours = new Map(current.map((name) => [shortNameOf(name), name]))

/** A name alone keeps the value of the attribute. */
function withValue(page: Page, element: PageElement, name: string, meant: string): string {
  const value = page.attribute(element, name)
  return meant.includes('=') || !value ? meant : `${meant}="${value}"`
}

/** Attributes of Memberstack without an effect here, with what to do instead. */
const notHere: Readonly<Record<string, string>> = {
  'data-ms-modal-loader': 'Use data-ms-loader on your own loader.',
  'data-ms-style': 'Style modals with ::part() or the colors of the app.',
}

/** Attributes of community scripts. */
const OF_PAGES = /^(data-)?ms-code/

export const help: RuleHelp = {
  description: 'No attribute has this name, so it has no effect. Most often it is a typo.',
  helpItems: [
    {
      title: 'It worked with Memberstack 1.0',
      description:
        'Its attributes start with ms-. Most of them still work, but not this one. Current attributes start with data-ms-; see the list of attributes in the documentation.',
    },
    {
      title: 'It is for my own script',
      description: 'Then it does no harm. To remove this warning, use a name that doesn’t start with data-ms-.',
    },
  ],
}
