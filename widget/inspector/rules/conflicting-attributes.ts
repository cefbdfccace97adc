import { type AttributeName, attributes, choiceAttributes, memberOnlyNegations } from '../../attributes'
import { idsOf } from './choice-values'
import type { Page, PageElement } from './page'
import type { Finding, Rule, RuleHelp } from './rule'

export const rule = {
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

export const help: RuleHelp = {
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
}
