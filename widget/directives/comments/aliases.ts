/** Comment markup of Memberstack pages, as our own (`data-ms-post`, `data-ms-thread`). */
import { type AttributeName, attributes, withAttribute } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import type { Mount } from '../directive'
import type { FormMount } from '../forms/mount-form'
import type { List } from './list'

type Level = List['level']

/** Attributes with the part that each names. */
const aliases: readonly (readonly [alias: AttributeName, level: Level, part: string])[] = [
  [attributes.channelContent, 'post', 'container'],
  [attributes.channelSort, 'post', 'sort'],
  [attributes.postEdit, 'post', 'edit'],
  [attributes.postDelete, 'post', 'delete'],
  [attributes.threadEdit, 'thread', 'edit'],
  [attributes.threadDelete, 'thread', 'delete'],
]

/** Makes an element a part of a channel, unless it is one already. Its own directive mounts after that. */
function becomes(element: Element, level: Level, part: string): void {
  const own = unclobbered(element)
  if (!own.getAttribute(attributes[level])) own.setAttribute(attributes[level], part)
}

/** `data-ms-channel-content`, `data-ms-post-edit` and so on. */
export const commentAlias: Mount = (element) => {
  const found = aliases.find(([alias]) => element.hasAttribute(alias))
  // On the channel itself, the sort attribute is the first order.
  if (found && !element.hasAttribute(attributes.channel)) becomes(element, found[1], found[2])
}

/** `data-ms-form="post"` and `data-ms-form="thread"` */
export const commentForm =
  (level: Level): FormMount =>
  () =>
  (form) =>
    becomes(form, level, 'form')

/**
 * Finds the templates of a channel without `data-ms-post="item"`: an element in `data-ms-channel-content`, or a
 * `container` that is itself one comment. Call it once the page is parsed.
 */
export function adoptTemplates(channel: Element): void {
  for (const level of ['post', 'thread'] as const) {
    const part = (value: string): string => withAttribute(attributes[level], value)
    if (unclobbered(channel).querySelector(part('item'))) continue
    const list = level === 'post' ? withAttribute(attributes.channelContent) : part('container')
    const around = unclobbered(channel).querySelector(list)
    const content = unclobbered(around ?? channel).querySelector(part('content'))
    const template = around === null ? content?.closest(part('container')) : childAround(around, content)
    if (template && channel.contains(template)) unclobbered(template).setAttribute(attributes[level], 'item')
  }
}

/** The child of a list that contains the content of a comment; the list itself if the content is its own child. */
function childAround(list: Element, content: Element | null): Element | null {
  let at = content
  while (at && at.parentElement !== list) at = at.parentElement
  return at && (at === content ? list : at)
}
