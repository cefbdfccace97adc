import { createPage } from '../../widget/inspector/rules/page'
import type { InspectedApp, Page, PageElement } from '../../widget/inspector/rules/page'
import { parseSource } from './parse-source'
import type { Source } from './source'
import { asElement, attributeNames, elementsWithin, parentElement, sourceView } from './source-view'

export interface SourcePage {
  page: Page
  /** Whether it is a whole page, not a part of one. */
  isDocument: boolean
  /** Where the start tag of an element stands. */
  placeOf(element: PageElement): Place
}

export interface Place {
  /** From 1. */
  line: number
  /** In characters from the start of the text. */
  offset: number
}

/** A file or answer as the rules see a page. */
export function readSourcePage({ text, path }: Pick<Source, 'text' | 'path'>, app: InspectedApp): SourcePage {
  const { root, isDocument, dropped } = parseSource(text)
  const { page, add } = createPage({ ...sourceView(root), source: dropped }, app, path)
  for (const element of elementsWithin(root)) add(element, attributeNames(element))
  return { page, isDocument, placeOf }
}

/** An element that only the parser put in (`<head>`, `<tbody>`) stands where the one around it does. */
function placeOf(element: PageElement): Place {
  let at = asElement(element)
  for (let around = parentElement(at); around && !at.sourceCodeLocation; around = parentElement(at)) at = around
  const { startLine = 1, startOffset = 0 } = at.sourceCodeLocation ?? {}
  return { line: Math.max(1, startLine), offset: startOffset }
}
