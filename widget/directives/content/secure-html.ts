import { attributes, withAttribute } from '../../attributes'
import { isParsed, isTag } from '../../lib/dom'
import type { SecureContent } from '../../../contract/entities'
import type { Mount } from '../directive'
import { type AuthoredAttributes, createOwnAttributes } from '../own-attributes'
import { type AuthoredNodes, createOwnContent } from '../own-content'
import { addressIn, contentNodes } from './content-nodes'
import type { ContentSource } from './content-source'
import { followContent } from './follow-content'

/**
 * `data-ms-secure-html`: puts hosted content into the element. The author's own stands until it is there, for whoever
 * may not see it, and again after a logout.
 */
export function secureHtml(source: ContentSource): Mount {
  const authoredNodes: AuthoredNodes = new Map()
  const authoredAttributes: AuthoredAttributes = new Map()
  return (element, context) => {
    const { document } = context
    const id = idOf(element)
    if (!id || isWithin(element, id)) return undefined
    const nodes = createOwnContent(element, attributes.secureHtml, authoredNodes)
    const picture = createOwnAttributes(element, authoredAttributes)
    let latest: SecureContent | null = null
    const put = (): void => {
      if (latest === null || !isParsed(element)) return
      if (isTag(element, 'img')) {
        if (latest.type === 'IMAGE')
          picture.show({ src: addressIn(latest.content, document), srcset: null, sizes: null })
        else source.warn(id, `is ${latest.type} and cannot be shown by an img.`)
        return
      }
      const ours = contentNodes(latest, document)
      if (ours) nodes.show(ours)
      else source.warn(id, `is ${latest.type}, which does not go into an element: fetch it with getSecureContent.`)
    }
    const draw = (content: SecureContent | null): void => {
      if ((latest = content)) return put()
      nodes.restore()
      picture.restore()
    }
    return followContent(element, id, context, source, draw)
  }
}

const idOf = (element: Element): string => (element.getAttribute(attributes.secureHtml) ?? '').trim()

/** Content that holds itself would never end. */
function isWithin(element: Element, id: string): boolean {
  const around = element.parentElement?.closest(withAttribute(attributes.secureHtml))
  return !!around && (idOf(around) === id || isWithin(around, id))
}
