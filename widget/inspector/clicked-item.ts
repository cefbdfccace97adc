import { choiceAttributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import type { InspectorItem } from './item'
import { specialItems } from './special-items'

/** @param number of the element */
export function clickedItem(element: Element, number: number): InspectorItem {
  const own = unclobbered(element)
  const attribute = choiceAttributes.find((name) => own.hasAttribute(name))
  return {
    key: `plan-price-clicked:${number}`,
    id: 'plan-price-clicked',
    ...specialItems['plan-price-clicked'],
    ...(attribute && { attribute, message: `${attribute}="${own.getAttribute(attribute)}"` }),
    elements: [element],
  }
}
