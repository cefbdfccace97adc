import type { ContentNode } from '../../../contract/entities'
import { webUrl } from '../../lib/urls'

/** What hosted HTML may hold; the server keeps to the same and is not taken at its word. */
const TAGS = new Set(
  (
    'article aside div footer header hgroup main nav section span address blockquote br details figcaption figure hr p ' +
    'pre summary h1 h2 h3 h4 h5 h6 dd dl dt li ol ul a abbr b bdi bdo button cite code data del dfn em i ins kbd mark q ' +
    'rp rt ruby s samp small strong sub sup time u var wbr caption col colgroup table tbody td tfoot th thead tr audio ' +
    'img source video'
  ).split(' '),
)
const ATTRIBUTES =
  /^(class|title|lang|dir|hidden|role|aria-[a-z]+|data-ms-(?!bind:style$)[\w.:-]+|hreflang|rel|download|target|controls|loop|muted|preload|colspan|rowspan|span|value|datetime|open|alt|width|height|loading|decoding|start|reversed|type|scope|playsinline)$/
const ADDRESSES = /^(href|src|poster|cite)$/
const LINKS = ['http:', 'https:', 'mailto:', 'tel:']

/** The nodes of hosted HTML, made without a parser: whatever is not allowed is left out with all that is in it. */
export function buildNodes(nodes: readonly ContentNode[], document: Document): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return document.createTextNode(node)
    const { tag, attributes, children } = node
    if (!TAGS.has(tag)) return []
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      if (ADDRESSES.test(name) ? isSafe(name, value, document.baseURI) : ATTRIBUTES.test(name)) {
        element.setAttribute(name, value)
      }
    }
    // One that submits would send a form of the page around it.
    if (tag === 'button') element.setAttribute('type', 'button')
    element.append(...buildNodes(children, document))
    return element
  })
}

const isSafe = (name: string, address: string, base: string): boolean =>
  webUrl(address, base, name === 'href' ? LINKS : undefined) !== null
