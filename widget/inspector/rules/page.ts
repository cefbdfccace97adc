import type { App } from '../../../contract/entities'
import type { AttributeName } from '../../attributes'

/** The parts of an app that rules need. */
export type InspectedApp = Pick<App, 'plans' | 'customFields' | 'contentGroups' | 'authProviders'>

/** An element of a browser's document or of a parsed file. Only its page can read it. */
export type PageElement = object

/** Tags whose elements a page lists, besides those with `data-ms-…` attributes. */
export const listedTags = ['form', 'script', 'head'] as const
export type ListedTag = (typeof listedTags)[number]

/**
 * A page of a browser or a file, as rules see it. Lists are in the order of the document; detached elements of the gate
 * are at their original place.
 */
export interface Page {
  app: InspectedApp
  /** The path of its URL, such as `/members/library.html`; null for a file. */
  path: string | null
  /** The names of all `data-ms-…` and `ms-…` attributes on the page, known or not, each once. */
  names: readonly string[]
  /** Elements with one of those attributes, or with one of the install tag's, empty or not. */
  carrying(name: string): readonly PageElement[]
  tagged(tag: ListedTag): readonly PageElement[]
  /** The value of any attribute; null without it. */
  attribute(element: PageElement, name: string): string | null
  /** Lower-case. */
  tag(element: PageElement): string
  /** The element around it; null for the outermost. */
  parent(element: PageElement): PageElement | null
  /** All elements within. */
  within(element: PageElement): Iterable<PageElement>
  /** The form of a field or button, around it or named by its `form` attribute. */
  formOf(element: PageElement): PageElement | null
  /** For a file only: markup that browsers drop. */
  source?: PageSource
}

export interface PageSource {
  /** Forms inside a form: browsers drop their tags. */
  nestedForms: readonly PageElement[]
  /** Attributes repeated on their element: browsers keep the first. */
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

/** Reads the elements of one kind of page. */
export type PageView = Pick<Page, 'attribute' | 'tag' | 'parent' | 'within' | 'formOf' | 'source'>

export interface PageUnderConstruction {
  page: Page
  /** Call it in the order of the document. @param names of all its attributes */
  add(this: void, element: PageElement, names: readonly string[]): void
}

/** Builds a page element by element: a large one at once would take too long. */
export function createPage(view: PageView, app: InspectedApp, path: string | null): PageUnderConstruction {
  const carriers = new Map<string, PageElement[]>()
  const tagged = new Map<string, PageElement[]>(listedTags.map((tag) => [tag, []]))
  const names: string[] = []
  return {
    page: {
      ...view,
      app,
      path,
      names,
      carrying: (name) => carriers.get(name) ?? [],
      tagged: (tag: ListedTag) => tagged.get(tag) ?? [],
    },
    add(element, own) {
      tagged.get(view.tag(element))?.push(element)
      for (const name of own) {
        if (!isListed(name)) continue
        const known = carriers.get(name)
        if (known) known.push(element)
        else {
          carriers.set(name, [element])
          if (PREFIX.test(name)) names.push(name)
        }
      }
    },
  }
}

/** `ms-…` is of Memberstack 1, or lacks its `data-`. */
const PREFIX = /^(data-)?ms-/
const isListed = (name: string): boolean => PREFIX.test(name) || name.startsWith('data-memberstack-')
