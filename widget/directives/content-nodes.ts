import type { ContentNode, SecureContent } from '../../contract/entities'
import { tryOrUndefined } from '../lib/errors'
import { webUrl } from '../lib/urls'

/** The types of hosted content that a page can show. The others are for scripts. */
const builders: Partial<Record<SecureContent['type'], (content: SecureContent, document: Document) => Node[]>> = {
  HTML: ({ nodes }, document) => buildNodes(nodes ?? [], document),
  TEXT: asText,
  JSON: asText,
  IMAGE({ content }, document) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = contentUrl(content, document)
    return [image]
  },
  LINK: asLink,
  FILE: asLink,
}

/** The nodes of a piece of hosted content; null for a type that a page cannot show. */
export const contentNodes = (content: SecureContent, document: Document): Node[] | null =>
  (Object.hasOwn(builders, content.type) && builders[content.type]?.(content, document)) || null

/** @throws Error for a URL other than http and https: `javascript:` would run */
export function contentUrl(content: string, document: Document): string {
  const url = webUrl(content, document.baseURI)
  if (url === null) throw new Error('The URL is not an http or https URL.')
  return url
}

function asText({ content }: SecureContent, document: Document): Node[] {
  return [document.createTextNode(content)]
}

/** The link text is the file name, or the URL. */
function asLink({ type, content }: SecureContent, document: Document): Node[] {
  const link = document.createElement('a')
  link.href = contentUrl(content, document)
  const file = link.pathname.split('/').at(-1)
  link.textContent = (type === 'FILE' && file && tryOrUndefined(() => decodeURIComponent(file))) || content
  return [link]
}

/** Allowed tags of hosted HTML. The server has the same list, but the widget does not rely on it. */
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
const URL_ATTRIBUTES = /^(href|src|poster|cite)$/
const LINKS = ['http:', 'https:', 'mailto:', 'tel:']

/** Builds hosted HTML without a parser. A forbidden tag is dropped with its content. */
export function buildNodes(nodes: readonly ContentNode[], document: Document): Node[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return document.createTextNode(node)
    const { tag, attributes, children } = node
    if (!TAGS.has(tag)) return []
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      if (URL_ATTRIBUTES.test(name) ? isSafe(name, value, document.baseURI) : ATTRIBUTES.test(name)) {
        element.setAttribute(name, value)
      }
    }
    // A submit button would submit a form around it.
    if (tag === 'button') element.setAttribute('type', 'button')
    element.append(...buildNodes(children, document))
    return element
  })
}

const isSafe = (name: string, url: string, base: string): boolean =>
  webUrl(url, base, name === 'href' ? LINKS : undefined) !== null
