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
      yield isIn ? { element, message: `${named(page, element, post)} stands in a ${thread}.` } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A thread holds the answers to a post, so it stands in the post. This one is the wrong way round: in a thread no post is drawn.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description: 'Move this element out of the thread, into the post that the thread belongs to.',
    },
    {
      title: 'It is a part of an answer',
      description: 'Then write data-ms-thread in place of data-ms-post, with the same value.',
    },
    {
      title: 'What may stand in a thread?',
      description: 'Of the parts of a post only data-ms-post="showThreads", which opens and closes the answers.',
    },
  ],
}
