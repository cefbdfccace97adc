import type { Page, PageElement } from './page'

/** Whether an element is a field that people fill in or that carries a value; an input that is a button is none. */
export const holdsValue = (page: Page, element: PageElement): boolean => {
  const tag = page.tag(element)
  if (tag !== 'input') return tag === 'select' || tag === 'textarea'
  return !/^(submit|button|image|reset)$/i.test(page.attribute(element, 'type') ?? '')
}
