import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'
import type { Finding } from './rule'

/** The buttons for a member’s picture that stand in a form of some kind. */
export function* profileImageButtons(
  page: Page,
  isKind: (form: PageElement) => boolean,
): Iterable<Finding | undefined> {
  for (const element of page.carrying(attributes.action)) {
    yield undefined
    if (page.attribute(element, attributes.action) !== 'profile-image') continue
    const form = formAround(page, element)
    if (form && isKind(form)) yield { element }
  }
}

/** By its place alone: one that only names the form by `form="…"` stands elsewhere. */
function formAround(page: Page, element: PageElement): PageElement | null {
  let at = page.parent(element)
  while (at && page.tag(at) !== 'form') at = page.parent(at)
  return at
}
