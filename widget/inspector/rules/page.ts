import type { App } from '../../../contract/entities'
import type { AttributeName } from '../../attributes'

/** What the rules ask of an app. */
export type InspectedApp = Pick<App, 'plans' | 'customFields' | 'contentGroups' | 'authProviders'>

/** An element of a page: one of a browser's document, or one of a parsed file. Only its page can read it. */
export type PageElement = object

/** What a page’s elements are listed by, besides the `data-ms-…` attributes that they carry. */
export const listedTags = ['form', 'script', 'head'] as const
export type ListedTag = (typeof listedTags)[number]

/**
 * One page as the rules see it, in a browser and in a file alike. Lists are in the order of the document. What the gate
 * has taken off the page stands in its place here.
 */
export interface Page {
  app: InspectedApp
  /** The path of its address, such as `/members/library.html`; null for a file, which has none. */
  path: string | null
  /** Names of all `data-ms-…` and `ms-…` attributes that occur, known or not, each once. */
  names: readonly string[]
  /** Elements that carry an attribute, with or without a value. Listed are those, and the install tag's. */
  carrying(name: string): readonly PageElement[]
  tagged(tag: ListedTag): readonly PageElement[]
  /** Of any attribute; null if the element has none. */
  attribute(element: PageElement, name: string): string | null
  /** Lower-case. */
  tag(element: PageElement): string
  /** The element around it; null for the outermost. */
  parent(element: PageElement): PageElement | null
  /** All elements within. */
  within(element: PageElement): Iterable<PageElement>
  /** The form that a field or button belongs to, by its place or by its own `form` attribute. */
  formOf(element: PageElement): PageElement | null
  /** Of a file only: what its author wrote and no browser keeps. */
  source?: PageSource
}

export interface PageSource {
  /** Forms that were written into a form: a browser drops their tags. They can be asked like elements of the page. */
  nestedForms: readonly PageElement[]
  /** Attributes that stand on their element a second time: a browser keeps the first. */
  repeatedAttributes: readonly { element: PageElement; name: string }[]
}

/** The nearest element with a tag: the element itself, or one around it. */
export function closestTag(page: Page, element: PageElement, tag: string): PageElement | null {
  let at: PageElement | null = element
  while (at && page.tag(at) !== tag) at = page.parent(at)
  return at
}

/** The nearest element that carries an attribute: the element itself, or one around it. */
export function closest(page: Page, element: PageElement, name: AttributeName): PageElement | null {
  let at: PageElement | null = element
  while (at && page.attribute(at, name) === null) at = page.parent(at)
  return at
}
