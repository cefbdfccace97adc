import type { AttributeName } from '../../attributes'
import type { Page, PageElement } from './page'

/** An attribute as it is written on an element: `data-ms-post="content"`, or `data-ms-post` alone. */
export function named(page: Page, element: PageElement, name: AttributeName): string {
  const value = page.attribute(element, name)
  return value ? `${name}="${value}"` : name
}
