import type { DefaultTreeAdapterTypes as Tree, Token } from 'parse5'
import {
  createPage,
  type InspectedApp,
  type Page,
  type PageElement,
  type PageView,
} from '../../widget/inspector/rules/page'
import { parseSource } from './parse-source'
import type { Source } from './sources'

export interface SourcePage {
  page: Page
  /** Whether it is a whole page, not a part of one. */
  isDocument: boolean
  /** Where the start tag of an element stands. */
  placeOf(element: PageElement): Place
}

interface Place {
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

/** How the rules read a parsed file. Every element that they are given is one of its tree, or stands for a dropped tag. */
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

/** All elements in the order of the document, but for what is in a `<template>`: that is no part of the page. */
function* elementsWithin(root: Tree.ParentNode): Generator<Tree.Element> {
  // By hand: what others wrote may be nested deeper than calls can be.
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

/** As `getAttribute` knows it: the parser parts `xlink:href` of an SVG. */
const nameOf = ({ prefix, name }: Token.Attribute): string => (prefix ? `${prefix}:${name}` : name)

/** As many as are sooner looked through than looked up. */
const FEW_ATTRIBUTES = 16

/** The rules only hand back what the page has given them. */
function asElement(element: object): Tree.Element {
  if (isElement(element)) return element
  throw new TypeError('No element of this page.')
}

const isElement = (element: object): element is Tree.Element => 'tagName' in element && 'attrs' in element
