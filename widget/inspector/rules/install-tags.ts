import { installAttributes } from '../../attributes'
import type { Page, PageElement } from './page'

/** The install scripts of a page. The first one counts. */
export const installTags = (page: Page): PageElement[] =>
  page.carrying(installAttributes.app).filter((element) => page.tag(element) === 'script')

export function isInHead(page: Page, element: PageElement): boolean {
  let at: PageElement | null = element
  while (at && page.tag(at) !== 'head') at = page.parent(at)
  return at !== null
}
