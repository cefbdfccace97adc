import { attributes } from '../../attributes'
import { named } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

const { channel, channelContent, channelSort, post, thread } = attributes

export const orphanCommentingUi = {
  id: 'orphan-commenting-ui',
  severity: 'error',
  attribute: channel,
  title: 'Post or thread outside a channel',
  *check(page) {
    for (const name of [post, thread, channelContent, channelSort]) {
      for (const element of page.carrying(name)) {
        const message = `${named(page, element, name)} is not inside a ${channel}.`
        yield closest(page, element, channel) ? undefined : { element, message }
      }
    }
  },
} as const satisfies Rule

export const postInThread = {
  id: 'post-in-thread',
  severity: 'error',
  attribute: post,
  title: 'Post inside a thread',
  *check(page) {
    for (const element of page.carrying(post)) {
      const value = page.attribute(element, post)
      const around = page.parent(element)
      const isIn = value !== 'showThreads' && around && closest(page, around, thread)
      yield isIn ? { element, message: `${named(page, element, post)} is inside a ${thread}.` } : undefined
    }
  },
} as const satisfies Rule

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'orphan-commenting-ui': {
    description: 'Posts and threads belong to a channel. Without one, this element has nothing to show.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description:
          'Put data-ms-channel="…" on an element around the list, the threads and the form. Choose any key, such as "guestbook".',
      },
      {
        title: 'The page has a channel',
        description:
          'It is next to this element, not around it. Move the element into the channel, or the attribute to a block around both.',
      },
    ],
  },
  'post-in-thread': {
    description:
      'A thread contains the replies to a post, so it belongs in the post. A post inside a thread is not shown.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description: 'Move this element out of the thread, into the post that the thread belongs to.',
      },
      {
        title: 'It is part of a reply',
        description: 'Use data-ms-thread instead of data-ms-post, with the same value.',
      },
      {
        title: 'What can I put in a thread?',
        description: 'Of the parts of a post, only data-ms-post="showThreads", which opens and closes the replies.',
      },
    ],
  },
}
