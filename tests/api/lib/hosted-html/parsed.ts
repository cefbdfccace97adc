import { defaultTreeAdapter, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import type { ContentNode } from '../../../../contract/entities'

/** Parses without sanitizing, in the shape of `nodes`. */
export function parsed(html: string): ContentNode[] {
  return toNodes(parseFragment(html).childNodes)
}

function toNodes(children: readonly DefaultTreeAdapterTypes.ChildNode[]): ContentNode[] {
  return children.map((node) => {
    if (defaultTreeAdapter.isTextNode(node)) return node.value
    if (!defaultTreeAdapter.isElementNode(node)) throw new Error(`A ${node.nodeName} has no place in hosted content.`)
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    return { tag: node.tagName, attributes, children: toNodes(node.childNodes) }
  })
}

export type ContentElement = Exclude<ContentNode, string>

/** In no particular order. */
export function elementsOf(nodes: readonly ContentNode[]): ContentElement[] {
  const elements: ContentElement[] = []
  const open = [...nodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') continue
    elements.push(node)
    open.push(...node.children)
  }
  return elements
}
