import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { attributes, type AttributeName, choiceAttributes } from '../../attributes'
import { nearestWord } from '../../lib/input'
import type { InspectedApp, Page } from './page'
import type { Finding } from './rule'

export type ChoiceKind = 'plan' | 'price'

/** Each mistake is of one sort only, and each sort has a rule of its own. */
type ChoiceMistake = 'suffix' | 'button' | 'id'
type Flaw = readonly [mistake: ChoiceMistake, message: string]

/** The plan or price attributes in which one sort of mistake has been made. */
export function* choiceMistakes(
  page: Page,
  kind: ChoiceKind,
  mistake: ChoiceMistake,
): Generator<Finding | undefined, void> {
  for (const name of choiceNames(page, kind)) {
    for (const element of page.carrying(name)) {
      const flaw = flawsIn(page.app, kind, name, page.attribute(element, name) ?? '').find(([one]) => one === mistake)
      yield flaw && { element, message: flaw[1] }
    }
  }
}

/** The attributes of a page that choose plans, or prices, or were meant to. */
export const choiceNames = (page: Page, kind: ChoiceKind): string[] =>
  page.names.filter((name) => name.split(':')[0] === `data-ms-${kind}`)

export const choicePrefix = { plan: PLAN_ID_PREFIX, price: PRICE_ID_PREFIX } as const

export const idsOf = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

function flawsIn(app: InspectedApp, kind: ChoiceKind, name: string, value: string): Flaw[] {
  const known: AttributeName | undefined = choiceAttributes.find((one) => one === name)
  if (!known && !name.includes(':')) {
    const message = `${name}="${value}" does not say what to do: write ${name}:add, ${name}:update or ${name}:remove.`
    return [[kind === 'plan' ? 'suffix' : 'button', message]]
  }
  if (!known) return [['suffix', `There is no ${name}, only :add, :update and :remove.`]]
  return idsOf(value).flatMap((id) => {
    const flaw = known === attributes.priceRemove ? notAll(id) : flawOf(app, kind, id)
    return flaw ? [flaw] : []
  })
}

const notAll = (value: string): Flaw | null =>
  value === 'all' ? null : ['button', `${attributes.priceRemove} takes "all", not "${value}".`]

function flawOf({ plans }: InspectedApp, kind: ChoiceKind, id: string): Flaw | null {
  const prefix = Object.values(choicePrefix).find((one) => id.startsWith(one))
  if (!prefix) return ['suffix', `"${id}" is no id: those of ${kind}s begin with ${choicePrefix[kind]}.`]
  if (prefix !== choicePrefix[kind])
    return ['button', `"${id}" belongs to a ${prefix === PLAN_ID_PREFIX ? 'plan' : 'price'}, not to a ${kind}.`]
  const prices = plans.flatMap((plan) => plan.prices)
  const offered = kind === 'price' ? prices : plans.filter((plan) => plan.prices.length === 0)
  const ids = offered.map((one) => one.id)
  if (ids.includes(id)) return null
  if (kind === 'plan' && plans.some((plan) => plan.id === id))
    return ['id', `"${id}" costs money: use ${attributes.priceAdd} with one of its prices.`]
  const nearest = nearestWord(id, ids)
  return ['id', `This app has no ${kind} "${id}"${nearest ? `: did you mean "${nearest}"?` : '.'}`]
}
