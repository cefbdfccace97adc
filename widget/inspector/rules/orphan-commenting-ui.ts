import { attributes } from '../../attributes'
import { named } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

const { channel, post, thread } = attributes

export const rule = {
  id: 'orphan-commenting-ui',
  severity: 'error',
  attribute: channel,
  title: 'Post or thread outside of a channel',
  *check(page) {
    for (const name of [post, thread]) {
      for (const element of page.carrying(name)) {
        const message = `No ${channel} is around ${named(page, element, name)}.`
        yield closest(page, element, channel) ? undefined : { element, message }
      }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Posts and threads belong to a channel: its key says which comments are meant. Around this element there is no channel, so it has nothing to show.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Put data-ms-channel="…" on an element that is around all of it: the list, the threads and the form. The key is a name of your choice, such as "guestbook".',
    },
    {
      title: 'The channel is there',
      description:
        'Then it is beside this element and not around it. Move the element into it, or the attribute to a block that holds both.',
    },
  ],
}
