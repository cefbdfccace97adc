import {
  type AttributeName,
  attributeRows,
  attributes,
  choiceAttributes,
  installAttributes,
  installRows,
  installTagAttributes,
  memberOnlyNegations,
  pageAttributes,
} from '../../attributes'
import type { Finding, Rule, RuleHelp } from './rule'
import { nearestWord } from '../../lib/input'
import { meantMarkup } from './elements'
import { idsOf } from './choice-values'
import type { Page, PageElement } from './page'

export const missingAttributeValue = {
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

export const valueWithoutEffect = {
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

export const conflictingAttributes = {
  id: 'conflicting-attributes',
  severity: 'error',
  attribute: 'data-ms-…',
  title: 'Conflicting attributes',
  own: true,
  *check(page) {
    yield* pairsOnOneElement(page)
    for (const element of page.carrying(attributes.planRemove)) yield joinedAndLeft(page, element)
    for (const element of page.carrying(attributes.modalTab)) {
      const isRight = page.attribute(element, attributes.modal) === 'profile'
      yield isRight ? undefined : { element, message: `${attributes.modalTab} needs ${attributes.modal}="profile".` }
    }
    for (const element of page.carrying(attributes.content)) yield neverShown(page, element)
  },
} as const satisfies Rule

/** Only one of each pair can handle the click or show the value. */
const pairs: readonly (readonly [AttributeName, AttributeName])[] = [
  [attributes.action, attributes.modal],
  [attributes.form, attributes.action],
  [attributes.form, attributes.modal],
  [attributes.member, attributes.secureHtml],
  [attributes.priceAdd, attributes.priceUpdate],
  ...choiceAttributes.map((name) => [name, attributes.action] as const),
]

function* pairsOnOneElement(page: Page): Generator<Finding | undefined, void> {
  for (const [one, other] of pairs)
    for (const element of page.carrying(other)) {
      const isBoth = page.attribute(element, one) !== null
      yield isBoth ? { element, message: `${one} and ${other} can’t both act on one element.` } : undefined
    }
}

function joinedAndLeft(page: Page, element: PageElement): Finding | undefined {
  const ids = (name: AttributeName): string[] => idsOf(page.attribute(element, name))
  const joined = new Set([...ids(attributes.planAdd), ...ids(attributes.planUpdate)])
  const both = ids(attributes.planRemove).find((id) => joined.has(id))
  return both === undefined ? undefined : { element, message: `One click joins and leaves "${both}".` }
}

/** Finds a gate inside another one that excludes the same people. */
function neverShown(page: Page, element: PageElement): Finding | undefined {
  const inner = page.attribute(element, attributes.content)
  if (!inner) return undefined
  for (let at = page.parent(element); at; at = page.parent(at)) {
    const outer = page.attribute(at, attributes.content)
    if (outer && (isOpposite(inner, outer) || isOpposite(outer, inner)))
      return { element, message: `"${inner}" inside "${outer}" is never visible.` }
  }
  return undefined
}

const isOpposite = (one: string, other: string): boolean =>
  one === `!${other}` || (one === '!members' && excludesVisitors(other))

const excludesVisitors = (value: string): boolean =>
  !value.startsWith('!') || memberOnlyNegations.includes(value.slice(1))

export const duplicateAttribute = {
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

export const scriptWithoutEffect = {
  id: 'script-without-effect',
  severity: 'error',
  attribute: 'script',
  title: 'Unknown name in a script',
  own: true,
  sourceOnly: true,
  *check(page) {
    yield* page.source?.unknownNames ?? []
  },
} as const satisfies Rule

const names: ReadonlySet<string> = new Set([...Object.values(attributes), ...Object.values(installAttributes)])
const isOurs = (name: string): boolean => names.has(name) || name.startsWith('data-ms-')

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'missing-attribute-value': {
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
  },
  'value-without-effect': {
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
  },
  'conflicting-attributes': {
    description: 'These attributes contradict each other: only one of them can act, or the element is never visible.',
    helpItems: [
      {
        title: 'Two actions for one click',
        description:
          'Use two buttons, or keep the attribute you need. A plan or price works together with data-ms-modal: visitors get the modal, members join or buy immediately.',
      },
      {
        title: 'Content that is never visible',
        description:
          'Nested gates add up: an element is visible only if all of them allow it. Move it out of the outer gate, or remove its own data-ms-content.',
      },
      {
        title: 'A tab of the profile modal',
        description:
          'data-ms-modal-tab chooses the tab that opens. It needs data-ms-modal="profile" on the same element.',
      },
    ],
  },
  'duplicate-attribute': {
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
  },
  'script-without-effect': {
    description:
      'This script uses a method, a variable, an event or a server that pages of Memberstack do not have either, or that this widget does not have. Often nothing happens, or the rest of the script stops with an error.',
    helpItems: [
      {
        title: 'Where do such names come from?',
        description:
          'Generated code and forums often invent them: getMember, $memberstack, memberstack:ready. The documentation lists every method of $memberstackDom.',
      },
      {
        title: 'The script works anyway',
        description: 'It may try several names until one exists. Then you can remove the others, or leave it as it is.',
      },
    ],
  },
}
