import { type AttributeName, attributes, choiceAttributes } from '../../attributes'
import { idsOf } from './choice-values'
import type { Page, PageElement } from './page'
import type { Finding, Rule, RuleHelp } from './rule'

export const rule = {
  id: 'conflicting-attributes',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Attributes that contradict each other',
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
      yield isBoth ? { element, message: `${one} and ${other} cannot both act on one element.` } : undefined
    }
}

function joinedAndLeft(page: Page, element: PageElement): Finding | undefined {
  const ids = (name: AttributeName): string[] => idsOf(page.attribute(element, name))
  const joined = new Set([...ids(attributes.planAdd), ...ids(attributes.planUpdate)])
  const both = ids(attributes.planRemove).find((id) => joined.has(id))
  return both === undefined ? undefined : { element, message: `One click joins and leaves "${both}".` }
}

/** A gate inside another one whose people it excludes. */
function neverShown(page: Page, element: PageElement): Finding | undefined {
  const inner = page.attribute(element, attributes.content)
  if (!inner) return undefined
  for (let at = page.parent(element); at; at = page.parent(at)) {
    const outer = page.attribute(at, attributes.content)
    if (outer && (isOpposite(inner, outer) || isOpposite(outer, inner)))
      return { element, message: `"${inner}" within "${outer}" never shows to anybody.` }
  }
  return undefined
}

/** Any value without `!` excludes visitors. */
const isOpposite = (one: string, other: string): boolean =>
  one === `!${other}` || (one === '!members' && !other.startsWith('!'))

export const help: RuleHelp = {
  description:
    'These attributes want different things at once. Which of them wins is not something that your visitors could foresee, or nothing shows at all.',
  helpItems: [
    {
      title: 'Two things for one click',
      description:
        'Make two buttons, or keep the attribute that matters. A plan or price and data-ms-modal go together: the dialog is for visitors, members join or buy at once.',
    },
    {
      title: 'Content that never shows',
      description:
        'Gates within gates add up: an element shows only where all of them let it. Move it out of the gate around it, or take its own away.',
    },
    {
      title: 'A tab of the profile',
      description:
        'data-ms-modal-tab says which part of the profile opens. It stands beside data-ms-modal="profile" on the same element.',
    },
  ],
}
