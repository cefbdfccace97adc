import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'

/**
 * Whether a press on an element sends its form. A button of a social provider leads to the provider; an element of the
 * page's own making (`<my-button type="submit">`) is believed what it says.
 */
export function sendsForm(page: Page, element: PageElement): boolean {
  const tag = page.tag(element)
  const type = (page.attribute(element, 'type') ?? '').toLowerCase()
  if (page.attribute(element, attributes.authProvider) !== null) return false
  if (tag === 'button') return type !== 'button' && type !== 'reset'
  return tag === 'input' ? type === 'submit' || type === 'image' : tag.includes('-') && type === 'submit'
}
