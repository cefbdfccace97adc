import { attributes } from '../../attributes'
import { closestTag, type Page, type PageElement } from './page'
import type { Finding } from './rule'

/** The buttons for a member’s picture that stand in a form of some kind. */
export function* profileImageButtons(
  page: Page,
  isKind: (form: PageElement) => boolean,
): Iterable<Finding | undefined> {
  for (const element of page.carrying(attributes.action)) {
    yield undefined
    if (page.attribute(element, attributes.action) !== 'profile-image') continue
    // By its place alone: one that only names the form by `form="…"` stands elsewhere.
    const form = closestTag(page, element, 'form')
    if (form && isKind(form)) yield { element }
  }
}
