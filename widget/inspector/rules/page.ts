import type { App } from '../../../contract/entities'
import type { AttributeName } from '../../attributes'

/** The parts of an app that rules need. */
export interface InspectedApp
  extends
    Pick<App, 'plans' | 'customFields' | 'contentGroups' | 'authProviders'>,
    Partial<Pick<App, 'additionalAuthMethods'>> {
  /** From a definition or the database only: the API does not list them. */
  privateIds?: PrivateIds
  /** Coupons and contents that the server did not find for this page. */
  rejectedIds?: readonly string[]
}

export interface PrivateIds {
  /** IDs of active coupons. */
  couponIds: readonly string[]
  contentIds: readonly string[]
  liveDomains: readonly string[]
}

/** An element of a browser's document or of a parsed file. Only its page can read it. */
export type PageElement = object

/** Tags listed in addition to elements with `data-ms-…` attributes. */
const listedTags = ['form', 'script', 'head', 'a'] as const
type ListedTag = (typeof listedTags)[number]

/**
 * A page of a browser or a file, as rules see it. Lists are in document order; detached elements are in their original
 * place.
 */
export interface Page {
  app: InspectedApp
  /** The path of its URL, such as `/members/library.html`; null for a file. */
  path: string | null
  /** The origin of its URL; null for a file. */
  origin: string | null
  /** The names of all `data-ms-…`, `ms-…` and `data-memberstack-…` attributes on the page, known or not, without duplicates. */
  names: readonly string[]
  /** Elements with one of those attributes, or with one of the install tag's, even if empty. */
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
  /** The form around a field or button, or the one named by its `form` attribute. */
  formOf(element: PageElement): PageElement | null
  /** For a file only: markup that browsers ignore. */
  source?: PageSource
}

export interface PageSource {
  /** Forms inside a form: browsers ignore their tags. */
  nestedForms: readonly PageElement[]
  /** Repeated attributes of an element: browsers keep the first. */
  repeatedAttributes: readonly { element: PageElement; name: string }[]
  /** Names in its scripts and style sheets that do not exist. */
  unknownNames: readonly { element: PageElement; message: string; severity?: 'warning' }[]
}

/** The element itself or the nearest one around it with a tag. */
export function closestTag(page: Page, element: PageElement, tag: string): PageElement | null {
  let at: PageElement | null = element
  while (at && page.tag(at) !== tag) at = page.parent(at)
  return at
}

/** The element itself or the nearest one around it with an attribute. */
export function closest(page: Page, element: PageElement, name: AttributeName): PageElement | null {
  let at: PageElement | null = element
  while (at && page.attribute(at, name) === null) at = page.parent(at)
  return at
}

/** Reads the elements of one kind of page. */
export type PageView = Pick<Page, 'attribute' | 'tag' | 'parent' | 'within' | 'formOf' | 'source'>

interface PageUnderConstruction {
  page: Page
  /** Call it in document order. @param names of all its attributes */
  add(this: void, element: PageElement, names: readonly string[]): void
}

/**
 * Builds a page element by element, so that a large one does not block.
 * @param location null for a file
 */
export function createPage(
  view: PageView,
  app: InspectedApp,
  location: Pick<Location, 'pathname' | 'origin'> | null,
): PageUnderConstruction {
  const carriers = new Map<string, PageElement[]>()
  const tagged = new Map<string, PageElement[]>(listedTags.map((tag) => [tag, []]))
  const names: string[] = []
  return {
    page: {
      ...view,
      app,
      path: location?.pathname ?? null,
      origin: location?.origin ?? null,
      names,
      carrying: (name) => carriers.get(name) ?? [],
      tagged: (tag: ListedTag) => tagged.get(tag) ?? [],
    },
    add(element, own) {
      tagged.get(view.tag(element))?.push(element)
      for (const name of own) {
        if (!PREFIX.test(name)) continue
        const known = carriers.get(name)
        if (known) known.push(element)
        else {
          carriers.set(name, [element])
          names.push(name)
        }
      }
    },
  }
}

/** `ms-…` is from Memberstack 1, or lacks its `data-`. `data-mse-…` is a slip that pages copy from each other. */
const PREFIX = /^(data-)?ms-|^data-(memberstack|mse)-/
