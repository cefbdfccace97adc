import { type InspectedApp, type ListedTag, listedTags, type Page, type PageElement } from './page'

/** How the elements of one kind of page are read. */
export type PageView = Pick<Page, 'attribute' | 'tag' | 'parent' | 'within' | 'formOf' | 'source'>

export interface PageUnderConstruction {
  page: Page
  /** Lists an element; in the order of the document. @param names of all its attributes */
  add(this: void, element: PageElement, names: readonly string[]): void
}

/** A page that is listed element by element, because listing a large one at once would take too long. */
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

/** Version 1 wrote `ms-…`, and so do people who leave `data-` out. */
const PREFIX = /^(data-)?ms-/
const isListed = (name: string): boolean => PREFIX.test(name) || name.startsWith('data-memberstack-')
