import type { Member } from '../../contract/entities'
import { attributes } from '../attributes'
import { isParsed, isTag } from '../lib/dom'
import { localDate } from '../lib/texts'
import { webUrl } from '../lib/urls'
import { $member } from '../stores/identity'
import type { Mount } from './directive'
import type { PrefilledFields } from './forms/prefilled-fields'
import { hideFromHtmxSnapshot } from './htmx'
import { memberField } from './member-field'
import { createAttributeOverride, createTextOverride, type OriginalAttributes, type OriginalNodes } from './overrides'

/** `data-ms-member`: a field contains the member's value, an image shows it, any other element shows it as text. */
export function memberValues(prefilled: PrefilledFields): Mount {
  const image = memberImage()
  const field = memberField(prefilled)
  const text = memberText()
  return (element, context) => {
    if (isTag(element, 'img')) return image(element, context)
    return (element.matches('input,select,textarea') ? field : text)(element, context)
  }
}

/**
 * The text that an element shows.
 * @param key `email`, `id`, `signup-date`, or the key of a custom field
 * @param language of the page, a BCP 47 tag, for the date
 * @returns null when there is nothing to show
 */
export function memberValue(member: Member, key: string, language: string): string | null {
  const plan = member.planConnections.find(({ active }) => active)
  const special: Record<string, () => string | undefined> = {
    email: () => member.auth.email,
    'membership.id': () => plan?.planId,
    'membership.name': () => plan?.planName,
    id: () => member.id,
    'signup-date': () => localDate(member.createdAt, language),
  }
  const read = Object.hasOwn(special, key) ? special[key] : undefined
  const value = read ? read() : Object.hasOwn(member.customFields, key) ? member.customFields[key] : null
  return value === null || value === undefined || value === '' ? null : String(value)
}

const FIELDS = 'input,select,textarea'

/** Without a value the original text stays. */
function memberText(): Mount {
  const originals: OriginalNodes = new Map()
  const texts = new Map<() => void, () => void>()
  /** One listener for all elements: see `hideFromHtmxSnapshot`. */
  const hideFromSnapshot = (): void => {
    for (const restore of texts.values()) restore()
    queueMicrotask(() => texts.forEach((_, show) => show()))
  }
  return (element, context) => {
    const { document } = context
    const key = element.getAttribute(attributes.member) ?? ''
    const text = createTextOverride(element, originals)
    const show = (): void => {
      // Children that the parser adds later would end up next to our text. A wrapper of a field must keep it.
      if (!isParsed(element) || element.querySelector(FIELDS)) return
      const member = $member.get()
      const value = member ? memberValue(member, key, document.documentElement.lang) : null
      if (value === null) text.restore()
      else text.show(value)
    }
    // Only when needed: browsers compare each new listener with all others.
    if (document.readyState === 'loading')
      document.addEventListener('readystatechange', show, { signal: context.signal })
    document.addEventListener('htmx:beforeHistorySave', hideFromSnapshot)
    texts.set(show, () => text.restore())
    show()
    const stop = $member.listen(show)
    return () => {
      stop()
      texts.delete(show)
      text.restore()
    }
  }
}

/** Without an image, the original stays. */
function memberImage(): Mount {
  const originals: OriginalAttributes = new Map()
  return (element, { document, signal }) => {
    if (!isTag(element, 'img')) return undefined
    const key = element.getAttribute(attributes.member) ?? ''
    const parts = [...sourcesOf(element), element].map((part) => ({
      override: createAttributeOverride(part, originals),
      ours: (src: string) => (part === element ? { src, srcset: null, sizes: null } : { media: 'not all' }),
    }))
    let broken: string | null = null
    let shown: string | null = null
    let insisted: string | null = null
    const restore = (): void => parts.forEach(({ override }) => override.restore())
    const draw = (): void => {
      if (shown === null) return restore()
      for (const { override, ours } of parts) override.show(ours(shown))
    }
    const show = (): void => {
      const member = $member.get()
      const src = member ? imageUrl(member, key, document.baseURI) : null
      const next = src === broken ? null : src
      if (next === shown) return
      shown = next
      draw()
    }
    const isOurs = (): boolean => element.getAttribute('src') === shown
    // A lazy loader has replaced our image. Set it again once only: more would be an endless loop.
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
    hideFromHtmxSnapshot(document, signal, restore, draw)
    show()
    const stop = $member.listen(show)
    return () => {
      stop()
      restore()
    }
  }
}

/** The `<source>` elements around an image. */
const sourcesOf = (image: Element): Element[] =>
  [...(image.parentElement?.children ?? [])].filter(
    (one) => isTag(one, 'source') && isTag(image.parentElement!, 'picture'),
  )

/** Null for a value that is not a URL. */
function imageUrl(member: Member, key: string, base: string): string | null {
  const value = key === 'profile-image' ? member.profileImage : memberValue(member, key, '')
  return value !== null && /^(https?:|\.{0,2}\/)/i.test(value) ? webUrl(value, base) : null
}
