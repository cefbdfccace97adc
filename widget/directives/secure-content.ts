import type { Member, SecureContent } from '../../contract/entities'
import { attributes, withAttribute } from '../attributes'
import { isParsed, isTag } from '../lib/dom'
import { reportProblem } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { MembershipClient } from '../public'
import { $member } from '../stores/identity'
import { contentNodes, contentUrl } from './content-nodes'
import type { Cleanup, Mount, MountContext } from './directive'
import { hideFromHtmxSnapshot } from './htmx'
import {
  createAttributeOverride,
  createContentOverride,
  type OriginalAttributes,
  type OriginalNodes,
} from './overrides'
import { actLikeButton } from './press'

/**
 * `data-ms-secure-html`: shows hosted content in the element. The original content is shown until it has loaded,
 * without access, and after a logout.
 */
export function secureHtml(source: ContentSource): Mount {
  const originalNodes: OriginalNodes = new Map()
  const originalAttributes: OriginalAttributes = new Map()
  return (element, context) => {
    const { document } = context
    const id = idOf(element)
    if (!id || isWithin(element, id)) return undefined
    const nodes = createContentOverride(element, attributes.secureHtml, originalNodes)
    const image = createAttributeOverride(element, originalAttributes)
    let latest: SecureContent | null = null
    const put = (): void => {
      if (latest === null || !isParsed(element)) return
      if (isTag(element, 'img')) {
        if (latest.type === 'IMAGE')
          image.show({ src: contentUrl(latest.content, document), srcset: null, sizes: null })
        else source.warn(id, `is ${latest.type}. An img can’t show it.`)
        return
      }
      const ours = contentNodes(latest, document)
      if (ours) nodes.show(ours)
      else source.warn(id, `is ${latest.type}. An element can’t show it: load it with getSecureContent.`)
    }
    const draw = (content: SecureContent | null): void => {
      if ((latest = content)) return put()
      nodes.restore()
      image.restore()
    }
    return followContent(element, id, { ...context, source }, draw)
  }
}

const idOf = (element: Element): string => (element.getAttribute(attributes.secureHtml) ?? '').trim()

/** Content that contains itself would never end. */
function isWithin(element: Element, id: string): boolean {
  const around = element.parentElement?.closest(withAttribute(attributes.secureHtml))
  return !!around && (idOf(around) === id || isWithin(around, id))
}

const LINKABLE: ReadonlySet<SecureContent['type']> = new Set(['LINK', 'FILE', 'IMAGE'])

/** `data-ms-secure-link`: links to hosted content, or without access to the original target. */
export function secureLink(source: ContentSource): Mount {
  const originals: OriginalAttributes = new Map()
  return (element, context) => {
    const { document, window, signal } = context
    const id = element.getAttribute(attributes.secureLink)?.trim()
    if (!id) return undefined
    const isLink = element.matches('a,area')
    const link = createAttributeOverride(element, originals)
    let url: string | null = null
    if (!isLink) {
      actLikeButton(element, signal)
      element.addEventListener(
        'click',
        (event) => {
          if (url === null) return
          event.preventDefault()
          window.location.assign(url)
        },
        { signal },
      )
    }
    return followContent(element, id, { ...context, source }, (content) => {
      url = null
      link.restore()
      if (!content) return
      if (!LINKABLE.has(content.type)) return source.warn(id, `is ${content.type}. A link can’t open it.`)
      url = contentUrl(content.content, document)
      if (isLink) link.show({ href: url })
    })
  }
}

/**
 * Keeps an element up to date with the hosted content that the member can access.
 * @param draw called with the content, or with null when there is nothing to show
 */
function followContent(
  element: HTMLElement,
  id: string,
  { client, document, signal, source }: MountContext & { source: ContentSource },
  draw: (content: SecureContent | null) => void,
): Cleanup {
  let shown: SecureContent | null = null
  let pending: Promise<SecureContent | null> | null = null
  let shownTo: string | undefined
  const show = (content: SecureContent | null): void => {
    try {
      draw((shown = content))
    } catch (error) {
      draw((shown = null))
      reportProblem('error', `Hosted content "${id}" could not be shown:`, element, error)
    }
  }
  const take = async (request: Promise<SecureContent | null>): Promise<void> => {
    element.setAttribute('aria-busy', 'true')
    const content = await request
    // The member, the plans or the ID have changed since.
    if (signal.aborted || request !== pending) return
    element.removeAttribute('aria-busy')
    show(content)
  }
  const update = (): void => {
    const member = $member.get()
    const request = source.load(id, member, client)
    if (request === pending) return
    pending = request
    // One member's content must be removed before the next member's has loaded.
    if (member?.id !== shownTo) show(null)
    shownTo = member?.id
    if (request) void take(request)
    else element.removeAttribute('aria-busy')
  }
  const redraw = (): void => show(shown)
  hideFromHtmxSnapshot(document, signal, () => draw(null), redraw)
  // An element that was still being parsed can show it now.
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => shown && show(shown), { signal })
  update()
  const stop = $member.listen(update)
  return () => {
    stop()
    if (pending) element.removeAttribute('aria-busy')
    draw(null)
  }
}

/** Error codes for content without access. */
const DENIED = ['access-denied', 'login-required', 'client/invalid-token']

interface ContentSource {
  /**
   * Requests content for a member, once while the member's access stays the same.
   * @returns null, or a promise of null, when there is nothing to show; the same promise for the same request
   */
  load(id: string, member: Member | null | undefined, client: MembershipClient): Promise<SecureContent | null> | null
  /** Warns in the console, once per ID. */
  warn(id: string, message: string): void
}

/** The hosted content of one page. */
export function createContentSource(): ContentSource {
  const warned = new Set<string>()
  const requests = new Map<string, Promise<SecureContent | null>>()
  let access: string | undefined
  const warn = (id: string, message: string): void => {
    if (!warned.has(id)) reportProblem('warn', `Hosted content "${id}" ${message}`)
    warned.add(id)
  }
  const request = async (id: string, client: MembershipClient): Promise<SecureContent | null> => {
    const before = access
    try {
      return (await client.getSecureContent({ contentId: id })).data
    } catch (error) {
      const code = isRecord(error) ? error['code'] : undefined
      if (DENIED.some((one) => one === code)) return null
      warn(id, code === 'content-not-found' ? 'does not exist.' : `could not be loaded: ${String(code ?? error)}`)
      // A retry may succeed.
      if (before === access) requests.delete(id)
      return null
    }
  }
  return {
    warn,
    load(id, member, client) {
      const now = accessOf(member)
      if (now !== access) requests.clear()
      access = now
      if (!member) return null
      const response = requests.get(id) ?? request(id, client)
      requests.set(id, response)
      return response
    },
  }
}

/** The member and plans that decide on access. */
const accessOf = (member: Member | null | undefined): string =>
  member
    ? JSON.stringify([
        member.id,
        [...member.planConnections, ...member.teams.joinedTeams].map(({ planId, active }) => active && planId),
      ])
    : ''
