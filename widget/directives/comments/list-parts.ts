import { COMMENTS_PER_PAGE_DEFAULT } from '../../../contract/limits'
import { errorText } from '../../lib/errors'
import { isTag } from '../../lib/dom'
import type { CommentOrder } from '../../public'
import { writeForm } from './comment-form'
import { counting, type Draw, type Part, pressed, shownWhile, telling } from './part'

/** What is around comments, by the values of `data-ms-post` and `data-ms-thread`. */
export const listParts: Readonly<Record<string, (part: Part) => Draw | void>> = {
  item({ element, list }) {
    list.template = element
    list.place()
  },
  container: (part) => shownWhile(part, () => part.list.isOpen),
  empty: (part) => shownWhile(part, () => part.list.size() === 0),
  totalCount: (part) => counting(part, part.list.size),
  form: writeForm,
  sort({ element, list, channel, context: { client, signal } }) {
    if (!isTag(element, 'select')) return
    const order = (): CommentOrder => (element.value === 'oldest' ? 'oldest' : 'newest')
    const sort = async (): Promise<void> => {
      list.order = order()
      list.newest = undefined
      await channel.update().catch((error: unknown) => client._showMessage(errorText(error), true))
    }
    list.order = order()
    element.addEventListener('change', () => void sort(), { signal })
  },
  loadMore(part) {
    const { list, channel } = part
    pressed(part, async () => {
      list.wanted += COMMENTS_PER_PAGE_DEFAULT
      list.newest = undefined
      await channel.update()
    })
    return shownWhile(part, () => list.comments.length < (list.size() ?? 0))
  },
  typing: (part) => shownWhile(part, () => !!part.channel.info?.typing.length),
  subscribe(part) {
    const { channel, context } = part
    const isOn = (): boolean => channel.info?.subscription === 'THREADS_ONLY'
    const act = async (): Promise<void> => {
      const action = isOn() ? 'NONE' : 'THREADS_ONLY'
      const { message } = await context.client.subscribeToChannel({ channelKey: channel.key(), action })
      if (message) context.client._showMessage(message)
      await channel.update()
    }
    pressed(part, act, true)
    return telling(part, 'aria-pressed', isOn)
  },
}
