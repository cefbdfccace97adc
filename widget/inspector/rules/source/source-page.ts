import type { DefaultTreeAdapterTypes as Tree, Token } from 'parse5'
import { createPage, type InspectedApp, type Page, type PageElement, type PageSource, type PageView } from '../page'
import { parseSource } from './parse-source'
import { isScriptType, styleRows, unknownNamesIn } from './script-names'

/** The text of a page. */
export interface Source {
  /** As named on the command line, or the path below a named folder. */
  name: string
  text: string
  /** After redirects; null for a file. */
  location: Pick<URL, 'pathname' | 'origin'> | null
}

export interface SourcePage {
  page: Page
  /** True for a page, false for a fragment. */
  isDocument: boolean
  /** The app ID of an install tag that an inline script adds, as tag managers do; null without one. */
  addedApp: string | null
  /** Position of the start tag. */
  placeOf(element: PageElement): Place
}

/** The app ID in `setAttribute('data-memberstack-app', 'app_…')` and in `dataset.memberstackApp = 'app_…'`. */
export const ADDED_APP = /memberstack-?app['"\]]*\s*[,=:]\s*['"](app_[\w-]+)/i

interface Place {
  /** From 1. */
  line: number
  /** In characters. */
  offset: number
}

/** @param app for rules that compare with an app */
export function readSourcePage(
  { text, location }: Pick<Source, 'text' | 'location'>,
  app: InspectedApp = NO_APP,
): SourcePage {
  const { root, isDocument, dropped, lineOf } = parseSource(text)
  const { page, add } = createPage(
    { ...sourceView(root), source: { ...dropped, unknownNames: unknownNamesOf(root) } },
    app,
    location,
  )
  for (const element of elementsWithin(root)) add(element, attributeNames(element))
  const [, addedApp = null] = ADDED_APP.exec(text) ?? []
  const placeOf = (element: PageElement): Place => {
    const offset = offsetOf(element)
    return { line: lineOf(offset), offset }
  }
  return { page, isDocument, addedApp, placeOf }
}

function unknownNamesOf(root: Tree.ParentNode): PageSource['unknownNames'] {
  return [...elementsWithin(root)].flatMap((element) => {
    const { tagName, attrs, childNodes } = element
    const own = (name: string): string | undefined => attrs.find((one) => one.name === name)?.value
    const isScript = tagName === 'script' && own('src') === undefined && isScriptType(own('type') ?? '')
    if (!isScript && tagName !== 'style') return []
    const code = childNodes.map((node) => ('value' in node ? node.value : '')).join('')
    return unknownNamesIn(code, isScript ? undefined : styleRows).map((found) => ({ element, ...found }))
  })
}

const NO_APP: InspectedApp = { plans: [], customFields: [], contentGroups: [], authProviders: [] }

/** An element that the parser inserted (`<head>`, `<tbody>`) has the position of its parent. */
function offsetOf(element: PageElement): number {
  let at = asElement(element)
  for (let around = parentElement(at); around && !at.sourceCodeLocation; around = parentElement(at)) at = around
  return Math.max(0, at.sourceCodeLocation?.startOffset ?? 0)
}

/** Adapts the tree to the rules. Elements are in the tree, or represent a dropped tag. */
function sourceView(root: Tree.ParentNode): PageView {
  const large = new WeakMap<Tree.Element, Map<string, string>>()
  const byId = new Map<string, Tree.Element>()
  for (const element of elementsWithin(root)) {
    const id = attribute(element, 'id')
    if (id !== null && !byId.has(id)) byId.set(id, element)
  }
  function attribute(element: Tree.Element, name: string): string | null {
    if (element.attrs.length <= FEW_ATTRIBUTES) return element.attrs.find((one) => nameOf(one) === name)?.value ?? null
    const attributes = large.get(element) ?? new Map(element.attrs.map((one) => [nameOf(one), one.value]))
    large.set(element, attributes)
    return attributes.get(name) ?? null
  }
  function formOf(element: Tree.Element): Tree.Element | null {
    const named = byId.get(attribute(element, 'form') ?? '')
    if (named?.tagName === 'form') return named
    let at = parentElement(element)
    while (at && at.tagName !== 'form') at = parentElement(at)
    return at
  }
  return {
    attribute: (element, name) => attribute(asElement(element), name),
    tag: (element) => asElement(element).tagName.toLowerCase(),
    parent: (element) => parentElement(asElement(element)),
    within: (element) => elementsWithin(asElement(element)),
    formOf: (element) => formOf(asElement(element)),
  }
}

/** In document order, without `<template>` contents, which are not part of the page. */
function* elementsWithin(root: Tree.ParentNode): Generator<Tree.Element> {
  // Iterative, because pages may be nested deeper than the call stack.
  const levels = [root.childNodes.values()]
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { value, done } = level.next()
    if (done) levels.pop()
    else if ('tagName' in value) {
      yield value
      levels.push(value.childNodes.values())
    }
  }
}

const parentElement = ({ parentNode }: Tree.Element): Tree.Element | null =>
  parentNode && 'tagName' in parentNode ? parentNode : null

const attributeNames = ({ attrs }: Tree.Element): string[] => attrs.map(nameOf)

/** As `getAttribute` names it: the parser splits `xlink:href`. */
const nameOf = ({ prefix, name }: Token.Attribute): string => (prefix ? `${prefix}:${name}` : name)

/** Up to this many, a linear search is faster than a map. */
const FEW_ATTRIBUTES = 16

/** The rules pass back the page's own elements. */
function asElement(element: object): Tree.Element {
  if (isElement(element)) return element
  throw new TypeError('No element of this page.')
}

const isElement = (element: object): element is Tree.Element => 'tagName' in element && 'attrs' in element
