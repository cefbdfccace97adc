import { attributes, withAttribute } from '../../attributes'
import type { DirectiveContext, Mount } from '../directive'
import { commentTemplates } from '../hidden-at-first'
import { type Channel, createChannel } from './channel'
import type { List } from './list'
import { creatorPart, type Draw, type Part } from './part'
import { listParts, rowParts } from './parts'

/** `data-ms-channel`, and the `data-ms-post…` and `data-ms-thread…` inside it. */
export function createComments(): Record<'channel' | List['level'], Mount> {
  const channels = new WeakMap<Element, Channel>()
  const channelAt = (element: Element, context: DirectiveContext): Channel => {
    const channel = channels.get(element) ?? createChannel(element, context)
    channels.set(element, channel)
    return channel
  }
  const parts =
    (level: List['level'], creator: 'postCreator' | 'threadCreator'): Mount =>
    (element, context) => {
      const around = element.closest(withAttribute(attributes.channel))
      // Parts of a template are shown in its copies.
      if (!around || element.parentElement?.closest(commentTemplates)) return
      const channel = channelAt(around, context)
      const rowAt = (at: List['level']) =>
        channel.rows.get(element.closest(withAttribute(attributes[at], 'item')) ?? around)
      const row = rowAt(level)
      const list = row?.list ?? (level === 'post' ? channel.posts : rowAt('post')?.threads)
      if (!list) return
      const part: Part = { element, context, channel, list }
      const add = (draw: Draw | void): void => {
        if (!draw) return
        list.draws.add(draw)
        context.signal.addEventListener('abort', () => list.draws.delete(draw))
        draw()
      }
      const value = element.getAttribute(attributes[level]) ?? ''
      add(row ? own(rowParts, value)?.({ ...part, row }) : own(listParts, value)?.(part))
      const key = element.getAttribute(attributes[creator])
      if (key) add(creatorPart(part, key, () => (row ? [row.comment.member] : (channel.info?.typing ?? []))))
    }
  return {
    channel: (element, context) => channelAt(element, context).start(),
    post: parts('post', 'postCreator'),
    thread: parts('thread', 'threadCreator'),
  }
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
