import { attributes } from '../../attributes'
import { named } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

const { post, thread } = attributes

export const rule = {
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

export const help: RuleHelp = {
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
}
