import type { SecureContent } from '../../../contract/entities'
import { tryOrUndefined } from '../../lib/errors'
import { webUrl } from '../../lib/urls'
import { buildNodes } from './build-nodes'

/** How each type of hosted content is put into a page; those that are not here are for scripts. */
const builders: Partial<Record<SecureContent['type'], (content: SecureContent, document: Document) => Node[]>> = {
  HTML: ({ nodes }, document) => buildNodes(nodes ?? [], document),
  TEXT: asText,
  JSON: asText,
  IMAGE({ content }, document) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = addressIn(content, document)
    return [image]
  },
  LINK: asLink,
  FILE: asLink,
}

/** The nodes of a piece of hosted content; null for a type that has no place in a page. */
export const contentNodes = (content: SecureContent, document: Document): Node[] | null =>
  (Object.hasOwn(builders, content.type) && builders[content.type]?.(content, document)) || null

/** @throws Error for an address that is none of the web: a `javascript:` one would run */
export function addressIn(content: string, document: Document): string {
  const address = webUrl(content, document.baseURI)
  if (address === null) throw new Error('Its address is none of the web.')
  return address
}

function asText({ content }: SecureContent, document: Document): Node[] {
  return [document.createTextNode(content)]
}

/** Named by its file, or by the address itself. */
function asLink({ type, content }: SecureContent, document: Document): Node[] {
  const link = document.createElement('a')
  link.href = addressIn(content, document)
  const file = link.pathname.split('/').at(-1)
  link.textContent = (type === 'FILE' && file && tryOrUndefined(() => decodeURIComponent(file))) || content
  return [link]
}
