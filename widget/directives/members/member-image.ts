import type { Member } from '../../../contract/entities'
import { attributes } from '../../attributes'
import { isTag } from '../../lib/dom'
import { webUrl } from '../../lib/urls'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { type AuthoredAttributes, createOwnAttributes } from '../own-attributes'
import { keepOutOfHistory } from '../outside-history'
import { memberValue } from './member-value'

/** `data-ms-member` on an image: shows the member's picture; without one the author's own stays. */
export function memberImage(): Mount {
  const authored: AuthoredAttributes = new Map()
  return (element, { document, signal }) => {
    if (!isTag(element, 'img')) return undefined
    const key = element.getAttribute(attributes.member) ?? ''
    const parts = [...sourcesOf(element), element].map((part) => ({
      own: createOwnAttributes(part, authored),
      ours: (src: string) => (part === element ? { src, srcset: null, sizes: null } : { media: 'not all' }),
    }))
    let broken: string | null = null
    let shown: string | null = null
    let insisted: string | null = null
    const restore = (): void => parts.forEach(({ own }) => own.restore())
    const draw = (): void => {
      if (shown === null) return restore()
      for (const { own, ours } of parts) own.show(ours(shown))
    }
    const show = (): void => {
      const member = $member.get()
      const src = member ? pictureOf(member, key, document.baseURI) : null
      const next = src === broken ? null : src
      if (next === shown) return
      shown = next
      draw()
    }
    const isOurs = (): boolean => element.getAttribute('src') === shown
    // A lazy loader has put the author's picture over ours: once is a mistake, twice would be a quarrel.
    const onLoad = (): void => {
      if (shown === null || isOurs() || insisted === shown) return
      insisted = shown
      draw()
    }
    const onError = (): void => {
      if (shown !== null && isOurs()) broken = shown
      show()
    }
    element.addEventListener('load', onLoad, { signal })
    element.addEventListener('error', onError, { signal })
    keepOutOfHistory(document, signal, restore, draw)
    show()
    const stop = $member.listen(show)
    return () => {
      stop()
      restore()
    }
  }
}

/** What a `<picture>` offers besides its image. */
const sourcesOf = (image: Element): Element[] =>
  [...(image.parentElement?.children ?? [])].filter(
    (one) => isTag(one, 'source') && isTag(image.parentElement!, 'picture'),
  )

/** The address of the member's picture under a key; null for a value that is none, such as a word. */
function pictureOf(member: Member, key: string, base: string): string | null {
  const value = key === 'profile-image' ? member.profileImage : memberValue(member, key, '')
  return value !== null && /^(https?:|\.{0,2}\/)/i.test(value) ? webUrl(value, base) : null
}
