import type { Element, Nodes, Properties } from 'hast'
import type { ContentNode } from '../../../contract/entities'

/** A sanitised tree as it is sent; neighbouring texts are one, as a browser's parser would read them. */
export function toContentNodes(children: readonly Nodes[]): ContentNode[] {
  const nodes: ContentNode[] = []
  for (const child of children) {
    const node = toContentNode(child)
    const last = nodes.at(-1)
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node
    else if (node !== null && node !== '') nodes.push(node)
  }
  return nodes
}

function toContentNode(node: Nodes): ContentNode | null {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return { tag: node.tagName, attributes: toAttributes(node), children: toContentNodes(node.children) }
}

function toAttributes({ properties }: Element): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      const text = toText(value)
      return text === null ? [] : [[toAttributeName(name), text]]
    }),
  )
}

function toText(value: Properties[string]): string | null {
  if (value === null || value === undefined || value === false) return null
  if (value === true) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** `className` → class, `ariaLabel` → aria-label, `dataMsForm` → data-ms-form; of all others only the letter case differs. */
function toAttributeName(property: string): string {
  if (property === 'className') return 'class'
  if (property.startsWith('aria')) return `aria-${property.slice('aria'.length).toLowerCase()}`
  return property.startsWith('data')
    ? property.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}
