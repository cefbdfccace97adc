import { attributes, withAttribute } from '../../attributes'
import type { DirectiveContext, Mount } from '../directive'
import { type Channel, createChannel } from './channel'
import { creatorPart } from './creator'
import type { List } from './list'
import { listParts } from './list-parts'
import type { Draw, Part } from './part'
import { rowParts } from './row-parts'
import { templates } from './templates'

/** Channels of comments, and whatever is in them. */
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
      // What is in a template shows in its copies.
      if (!around || element.parentElement?.closest(templates)) return
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
