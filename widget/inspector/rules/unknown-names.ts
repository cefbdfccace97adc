import {
  attributeRows,
  attributes,
  installAttributes,
  memberstack1,
  memberstack1Texts,
  MEMBERSTACK_1_APP,
} from '../../attributes'
import { nearestWord } from '../../lib/input'
import { choiceNames } from './choice-values'
import { didYouMean, formKindOf, isMissing, meantMarkup, nearestFix } from './elements'
import type { InspectedApp, Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const unknownAttribute = {
  id: 'unknown-attribute',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Unknown attribute',
  own: true,
  *check(page) {
    const others = new Set([...knownNames, ...choiceNames(page, 'plan'), ...choiceNames(page, 'price')])
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
const knownNames = [...current, ...Object.values(memberstack1), MEMBERSTACK_1_APP]

/**
 * Names are compared without `data-` and with `ms-` for `memberstack-`, which would make all names similar. Without
 * `ms-`, short names with swapped letters would not match.
 */
const shortNameOf = (name: string): string => name.replace(/^(data-)?(memberstack|mse?)-/, 'ms-')
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

export const unknownFieldKey = {
  id: 'unknown-field-key',
  severity: 'error',
  attribute: attributes.member,
  title: 'Unknown field key',
  own: true,
  usesApp: true,
  *check(page) {
    const words = [...attributeRows.member.values, ...page.app.customFields.map(({ key }) => key)]
    const known = new Set([...words, ...memberstack1Texts])
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      // A login form's extra field has its own rule.
      if (!key?.trim() || known.has(key) || formKindOf(page, page.formOf(element)) === 'login') continue
      const message = `The app has no custom field "${key}".${didYouMean(key, words)}`
      yield { element, message, fix: nearestFix(attributes.member, key, key, words) }
    }
  },
} as const satisfies Rule

export const unknownGroupKey = {
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

export const unknownProvider = {
  id: 'unknown-provider',
  severity: 'error',
  attribute: attributes.authProvider,
  title: 'Unknown login provider',
  own: true,
  usesApp: true,
  *check(page) {
    const offered = offeredBy(page.app)
    for (const element of page.carrying(attributes.authProvider)) {
      const key = page.attribute(element, attributes.authProvider)?.trim() ?? ''
      // An empty value has its own rule.
      const isOffered = key === '' || offered.includes(key)
      const message = isOffered ? '' : `The app does not offer "${key}".${didYouMean(key, offered)}`
      yield message ? { element, message, fix: nearestFix(attributes.authProvider, key, key, offered) } : undefined
    }
  },
} as const satisfies Rule

function offeredBy({ authProviders, additionalAuthMethods }: InspectedApp): string[] {
  const keys = authProviders.map(({ provider }) => provider)
  return additionalAuthMethods?.passkey?.enabled === false ? keys : [...keys, ...attributeRows.authProvider.values]
}

export const unknownContentId = {
  id: 'unknown-content-id',
  severity: 'error',
  attribute: attributes.secureHtml,
  title: 'Unknown hosted content',
  own: true,
  usesApp: true,
  privateIds: 'contentIds',
  *check(page) {
    for (const name of [attributes.secureHtml, attributes.secureLink])
      for (const element of page.carrying(name)) {
        const id = page.attribute(element, name)?.trim() ?? ''
        const known = page.app.privateIds?.contentIds ?? []
        const message = `This app has no hosted content "${id}".${didYouMean(id, known)}`
        // An empty value has its own rule.
        const fix = nearestFix(name, id, id, known)
        yield id !== '' && isMissing(page, 'contentIds', id) ? { element, message, fix } : undefined
      }
  },
} as const satisfies Rule

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'unknown-attribute': {
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
  },
  'unknown-field-key': {
    description:
      'The key in data-ms-member is neither a custom field of this app nor a built-in one such as email. Such a field is not saved, and such a text stays as it is.',
    helpItems: [
      {
        title: 'Which keys can I use?',
        description:
          'The App tab lists the custom fields with their keys. Keys are case-sensitive and don’t change when a field is renamed: first-name is not firstName.',
      },
      {
        title: 'The field is new',
        description: 'Add it to the app’s custom fields first. Until then its values are lost.',
      },
      {
        title: 'It repeats the password',
        description: 'Use the key confirm-password for the second field.',
      },
    ],
  },
  'unknown-group-key': {
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
  },
  'unknown-provider': {
    description: 'The app does not offer this provider. A click shows an error.',
    helpItems: [
      {
        title: 'Which providers can I use?',
        description: 'See Authentication in the App tab. The keys are lowercase.',
      },
      {
        title: 'I want to offer this provider',
        description: 'Add it to the app’s definition, and set it up on the server; see the social login guide.',
      },
    ],
  },
  'unknown-content-id': {
    description:
      'The app has no hosted content with this ID. Members never see it: the element keeps its own text, and a link its own target.',
    helpItems: [
      {
        title: 'Which IDs can I use?',
        description: 'Those in the app’s definition, under contents. They start with cnt_ and are case-sensitive.',
      },
      {
        title: 'Why is it found only after a login?',
        description:
          'The list of hosted content is not public. The widget requests hosted content for members only, and the server then answers that this one does not exist.',
      },
    ],
  },
}
