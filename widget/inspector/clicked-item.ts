import { choiceAttributes } from '../attributes'
import { unshadowed } from '../lib/unshadowed'
import type { InspectorItem } from './item'
import { specialItems } from './special-items'

/** @param number of the element */
export function clickedItem(element: Element, number: number): InspectorItem {
  const own = unshadowed(element)
  const attribute = choiceAttributes.find((name) => own.hasAttribute(name))
  return {
    key: `plan-price-clicked:${number}`,
    id: 'plan-price-clicked',
    ...specialItems['plan-price-clicked'],
    ...(attribute && { attribute, message: `${attribute}="${own.getAttribute(attribute)}"` }),
    elements: [element],
  }
}
