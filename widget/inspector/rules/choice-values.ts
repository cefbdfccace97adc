import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { type AttributeName, attributes, choiceAttributes } from '../../attributes'
import { didYouMean, nearestFix } from './elements'
import { closestTag, type InspectedApp, type Page, type PageElement } from './page'
import type { Finding } from './rule'

type ChoiceKind = 'plan' | 'price'

/** Each kind of mistake has its own rule. */
type ChoiceMistake = 'suffix' | 'button' | 'id'
type Flaw = readonly [mistake: ChoiceMistake, message: string, words?: readonly string[]]

/** Finds the plan or price attributes with one kind of mistake. */
export function* choiceMistakes(
  page: Page,
  kind: ChoiceKind,
  mistake: ChoiceMistake,
): Generator<Finding | undefined, void> {
  for (const name of choiceNames(page, kind)) {
    for (const element of page.carrying(name)) {
      const value = page.attribute(element, name) ?? ''
      const flaw = flawsIn(page.app, kind, name, value).find(({ flaw: [one] }) => one === mistake)
      if (!flaw) yield
      else {
        const [, message, words = []] = flaw.flaw
        yield { element, message, fix: nearestFix(name, value, flaw.id, words) }
      }
    }
  }
}

/** A page's plan or price attributes, including mistyped ones. */
export const choiceNames = (page: Page, kind: ChoiceKind): string[] =>
  page.names.filter((name) => name.split(':')[0] === `data-ms-${kind}`)

const choicePrefix = { plan: PLAN_ID_PREFIX, price: PRICE_ID_PREFIX } as const

export const idsOf = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

function flawsIn(app: InspectedApp, kind: ChoiceKind, name: string, value: string): { flaw: Flaw; id: string }[] {
  const known: AttributeName | undefined = choiceAttributes.find((one) => one === name)
  if (!known && !name.includes(':')) {
    const message = `${name}="${value}" has no action. Use ${name}:add, ${name}:update or ${name}:remove.`
    return [{ flaw: [kind === 'plan' ? 'suffix' : 'button', message], id: '' }]
  }
  if (!known) return [{ flaw: ['suffix', `Unknown attribute ${name}. Use :add, :update or :remove.`], id: '' }]
  return idsOf(value).flatMap((id) => {
    const flaw = known === attributes.priceRemove ? notAll(id) : flawOf(app, kind, id)
    return flaw ? [{ flaw, id }] : []
  })
}

const notAll = (value: string): Flaw | null =>
  value === 'all' ? null : ['button', `${attributes.priceRemove} takes "all", not "${value}".`]

function flawOf({ plans }: InspectedApp, kind: ChoiceKind, id: string): Flaw | null {
  const prefix = Object.values(choicePrefix).find((one) => id.startsWith(one))
  if (!prefix)
    return [
      'suffix',
      `"${id}" is not a ${kind} ID. ${kind === 'plan' ? 'Plan' : 'Price'} IDs start with ${choicePrefix[kind]}.`,
    ]
  if (prefix !== choicePrefix[kind])
    return ['button', `"${id}" is a ${prefix === PLAN_ID_PREFIX ? 'plan' : 'price'} ID, not a ${kind} ID.`]
  const prices = plans.flatMap((plan) => plan.prices)
  const offered = kind === 'price' ? prices : plans.filter((plan) => plan.prices.length === 0)
  const ids = offered.map((one) => one.id)
  if (ids.includes(id)) return null
  if (kind === 'plan' && plans.some((plan) => plan.id === id))
    return ['id', `"${id}" is a paid plan. Use ${attributes.priceAdd} with one of its prices.`]
  return ['id', `This app has no ${kind} "${id}".${didYouMean(id, ids)}`, ids]
}

/** Buttons and links with a plan or price, but without a modal or URL for visitors. */
export function* choicesWithoutAction(page: Page, kind: ChoiceKind): Generator<Finding | undefined, void> {
  for (const name of joining) {
    if (!name.startsWith(`data-ms-${kind}:`)) continue
    for (const element of page.carrying(name)) {
      const value = page.attribute(element, name) ?? ''
      // An element with several attributes is reported once, for the first.
      const isNamed = joining.find((one) => page.attribute(element, one) !== null) === name
      const isFound = isNamed && value.includes(choicePrefix[kind]) && leadsNowhere(page, element)
      yield isFound
        ? {
            element,
            message: `This <${page.tag(element)}> has no link or modal. Visitors get the default sign-up modal.`,
          }
        : undefined
    }
  }
}

const joining = choiceAttributes.filter((name) => !name.endsWith(':remove'))

/** These act on their own, or have their own rules. */
const actors = [attributes.modal, attributes.action, attributes.authProvider] as const

function leadsNowhere(page: Page, element: PageElement): boolean {
  const tag = page.tag(element)
  if (tag !== 'a' && tag !== 'button' && page.attribute(element, 'role') !== 'button') return false
  if (isForMembers(page, element)) return false
  if (actors.some((name) => page.attribute(element, name) !== null) || submitsSomewhere(page, element)) return false
  const link = closestTag(page, element, 'a')
  const href = link && page.attribute(link, 'href')
  return /^(#?$|javascript:)/i.test(href?.trim() ?? '')
}

/** Visitors never see it. */
function isForMembers(page: Page, element: PageElement): boolean {
  for (let at: PageElement | null = element; at; at = page.parent(at))
    if (/^[^!]/.test(page.attribute(at, attributes.content)?.trim() ?? '')) return true
  return false
}

function submitsSomewhere(page: Page, element: PageElement): boolean {
  if (page.tag(element) !== 'button' || !/^(submit)?$/i.test(page.attribute(element, 'type') ?? '')) return false
  const form = page.formOf(element)
  return form !== null && [attributes.form, 'action'].some((name) => page.attribute(form, name) !== null)
}
