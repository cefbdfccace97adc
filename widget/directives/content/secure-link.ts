import type { SecureContent } from '../../../contract/entities'
import { attributes } from '../../attributes'
import { actLikeButton } from '../act-like-button'
import type { Mount } from '../directive'
import { type AuthoredAttributes, createOwnAttributes } from '../own-attributes'
import { addressIn } from './content-nodes'
import type { ContentSource } from './content-source'
import { followContent } from './follow-content'

const LEADING: ReadonlySet<SecureContent['type']> = new Set(['LINK', 'FILE', 'IMAGE'])

/** `data-ms-secure-link`: leads to hosted content; to where its author wrote for whoever may not have it. */
export function secureLink(source: ContentSource): Mount {
  const authored: AuthoredAttributes = new Map()
  return (element, context) => {
    const { document, window, signal } = context
    const id = element.getAttribute(attributes.secureLink)?.trim()
    if (!id) return undefined
    const isLink = element.matches('a,area')
    const own = createOwnAttributes(element, authored)
    let address: string | null = null
    if (!isLink) {
      actLikeButton(element, signal)
      element.addEventListener(
        'click',
        (event) => {
          if (address === null) return
          event.preventDefault()
          window.location.assign(address)
        },
        { signal },
      )
    }
    return followContent(element, id, context, source, (content) => {
      address = null
      own.restore()
      if (!content) return
      if (!LEADING.has(content.type)) return source.warn(id, `is ${content.type} and leads nowhere.`)
      address = addressIn(content.content, document)
      if (isLink) own.show({ href: address })
    })
  }
}
