import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { attributes, choiceAttributes } from '../../attributes'
import { reportProblem } from '../../lib/errors'
import { unclobbered } from '../../lib/dom'
import { type Cart, idsIn } from '../../storage/pending'

/** What the plan and price attributes of one element say. */
export interface Choice extends Cart {
  /** Ids of free plans to leave. */
  leaves: readonly string[]
  /** What was chosen before, and waits for a login, is dropped. */
  drops: boolean
}

/**
 * Read at the moment of asking; null for an element that says nothing which has a meaning.
 * @param named values without a meaning that have been reported: others are, and come to stand in it
 */
export function choiceOf(element: Element | null | undefined, named?: Set<string>): Choice | null {
  if (!element) return null
  const own = unclobbered(element)
  const [add = [], update = [], leaves = [], priceAdd = [], priceUpdate = [], drops = []] = choiceAttributes.map(
    (name) => {
      const value = own.getAttribute(name)
      const ids = idsIn(value, prefixOf(name))
      const markup = `${name}="${value}"`
      if (named && value !== null && ids.length < value.split(',').length && !named.has(markup)) {
        named.add(markup)
        reportProblem('warn', `Something in ${markup} means nothing.`, element)
      }
      return ids
    },
  )
  const plans = [...update, ...add]
  const [price] = [...priceUpdate, ...priceAdd]
  if (!price && [...plans, ...leaves, ...drops].length === 0) return null
  return {
    plans,
    price,
    leaves,
    swapsPlans: update.length > 0,
    swapsPrice: priceUpdate.length > 0,
    coupon: own.getAttribute(attributes.coupon) ?? '',
    drops: drops.length > 0,
  }
}

const prefixOf = (name: (typeof choiceAttributes)[number]): string =>
  name === attributes.priceRemove ? 'all' : name.startsWith('data-ms-plan') ? PLAN_ID_PREFIX : PRICE_ID_PREFIX
