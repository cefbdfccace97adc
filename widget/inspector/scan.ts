import { unclobbered } from '../lib/dom'
import { documentView, elementsOf, type Removed } from './document-view'
import { nameOf } from './element-markup'
import { reasonFor } from './reasons'
import { cut } from './redact'
import { findNotices } from './rules/notices'
import { createPage, type InspectedApp, type Page, type PageElement } from './rules/page'
import type { Rule } from './rules/rule'
import { specialItems } from './special-items'
import type { InspectorItem, ItemType } from './store'

export interface PageToScan {
  document: Document
  app: InspectedApp
  location: Pick<Location, 'pathname' | 'origin'>
  rules: readonly Rule[]
  removed: Removed
  /** The same number for an element in every scan. */
  numberOf(this: void, element: Element): number
  /** Called for a rule that throws. The others continue. */
  onProblem(this: void, rule: Rule, error: unknown): void
}

/** Scans the whole page. Yields after each element, so that it can run in short time slices. */
export function* scan(given: PageToScan): Generator<undefined, InspectorItem[]> {
  const { document, removed } = given
  const { page, add } = createPage(documentView(removed), given.app, given.location)
  const away = new Set(removed.values())
  const gone: InspectorItem[] = []
  for (const element of elementsOf(document, removed)) {
    add(element, unclobbered(element).getAttributeNames())
    if (away.has(element)) gone.push(removedItem(page, element, given))
    yield
  }
  const items: InspectorItem[] = []
  for (const rule of given.rules) yield* runRule(rule, page, given, items)
  const found = yield* notices(page)
  const numbered = [...inOrder(items, 'error'), ...inOrder(items, 'warning')]
  for (const [index, item] of numbered.entries()) item.number = index + 1
  return [...gone, ...numbered, ...found]
}

const inOrder = (items: readonly InspectorItem[], type: ItemType): InspectorItem[] =>
  items.filter((item) => item.type === type)

function* runRule(rule: Rule, page: Page, given: PageToScan, items: InspectorItem[]): Generator<undefined> {
  try {
    for (const finding of rule.check(page)) {
      if (finding && isElement(finding.element)) {
        items.push({
          key: `${rule.id}:${given.numberOf(finding.element)}`,
          id: rule.id,
          type: finding.severity ?? rule.severity,
          attribute: rule.attribute,
          title: rule.title,
          message: finding.message,
          own: rule.own,
          fix: finding.fix,
          elements: [finding.element],
        })
      }
      yield
    }
  } catch (error) {
    given.onProblem(rule, error)
  }
}

/** One item for each notice, with all its elements. */
function* notices(page: Page): Generator<undefined, InspectorItem[]> {
  const found = new Map<string, InspectorItem & { elements: Element[] }>()
  for (const one of findNotices(page)) {
    if (one && isElement(one.element)) {
      const { id, attribute, title } = one.notice
      const known = found.get(id)
      if (known) known.elements.push(one.element)
      else found.set(id, { key: id, id, type: 'found', attribute, title, elements: [one.element] })
    }
    yield
  }
  for (const item of found.values()) item.message = valuesOf(page, item)
  return [...found.values()]
}

/** The different values of an attribute that was found, such as `prc_pro-monthly, prc_pro-yearly`. */
function valuesOf(page: Page, { attribute, elements }: InspectorItem): string {
  const values = [...new Set(elements.map((element) => page.attribute(element, attribute)?.trim() ?? ''))]
  const more = values.length > VALUES_MAX ? `, and ${values.length - VALUES_MAX} more` : ''
  return cut(values.slice(0, VALUES_MAX).join(', '), VALUES_MAX_CHARS) + more
}

const VALUES_MAX = 5
const VALUES_MAX_CHARS = 120

function removedItem(page: Page, element: Element, { numberOf }: PageToScan): InspectorItem {
  const special = specialItems['content-removed']
  const value = page.attribute(element, special.attribute) ?? ''
  return {
    key: `content-removed:${numberOf(element)}`,
    id: 'content-removed',
    ...special,
    message: `Removed: ${reasonFor(value, page.app)}. ${nameOf(element)}`,
    elements: [element],
  }
}

const isElement = (element: PageElement): element is Element => element instanceof Element
