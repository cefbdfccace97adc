import { attributes } from '../../attributes'
import { named } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

const { channel, channelContent, channelSort, post, thread } = attributes

export const rule = {
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

export const help: RuleHelp = {
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
}
