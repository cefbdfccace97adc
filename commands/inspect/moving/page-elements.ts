import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { parseSource } from '../../../widget/inspector/rules/source/parse-source'

/** An element of a parsed page. */
export interface PageElementRead {
  /** Lower-case. */
  tag: string
  /** Of the start tag, from 1. */
  line: number
  names: readonly string[]
  attribute(this: void, name: string): string | null
  /** The text directly in it, such as a script's code. */
  text(this: void): string
  /** The elements within, in document order. */
  within(this: void): Iterable<PageElementRead>
}

/** All elements of a page, in document order, also those in templates. */
export function* pageElements(source: string): Generator<PageElementRead> {
  const { root, lineOf } = parseSource(source)
  for (const element of elementsWithin(root)) yield toRead(element, lineOf)
}

function toRead(element: Tree.Element, lineOf: (offset: number) => number): PageElementRead {
  const { attrs, tagName, sourceCodeLocation } = element
  return {
    tag: tagName.toLowerCase(),
    line: lineOf(sourceCodeLocation?.startOffset ?? 0),
    names: attrs.map(({ name }) => name),
    attribute: (name) => attrs.find((one) => one.name === name)?.value ?? null,
    text: () => element.childNodes.map((node) => ('value' in node ? node.value : '')).join(''),
    *within() {
      for (const child of elementsWithin(element)) yield toRead(child, lineOf)
    },
  }
}

/** Iterative, because pages may be nested deeper than the call stack. */
function* elementsWithin(root: Tree.ParentNode): Generator<Tree.Element> {
  const waiting: Tree.Node[] = [...root.childNodes].toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    yield node
    const children = 'content' in node ? node.content.childNodes : node.childNodes
    for (const child of children.toReversed()) waiting.push(child)
  }
}
