import { COMMENTS_PER_PAGE_DEFAULT, TYPING_SECONDS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { isTag } from '../../lib/dom'
import { errorText } from '../../lib/errors'
import { localDate } from '../../lib/texts'
import type { CommentOrder, CommentVote } from '../../public'
import { $member } from '../../stores/identity'
import { buildNodes } from '../content-nodes'
import { mountForm } from '../forms/mount-form'
import { orderOf } from './list'
import {
  actsOnPress,
  creatorPart,
  type Draw,
  logIn,
  type Part,
  type RowPart,
  shownWhile,
  showsCount,
  showsState,
} from './part'

/** Parts around comments, by the values of `data-ms-post` and `data-ms-thread`. */
export const listParts: Readonly<Record<string, (part: Part) => Draw | void>> = {
  item({ element, list }) {
    list.template = element
    list.place()
  },
  container: (part) => shownWhile(part, () => part.list.isOpen),
  empty: (part) => shownWhile(part, () => part.list.size() === 0),
  totalCount: (part) => showsCount(part, part.list.size),
  form: writeForm,
  sort: sortPart,
  loadMore(part) {
    const { list, channel } = part
    actsOnPress(part, async () => {
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
    actsOnPress(part, act, true)
    return showsState(part, 'aria-pressed', isOn)
  },
}

/** A select with the orders, or a button for one of them (`data-ms-channel-sort="oldest"`). */
function sortPart(part: Part): Draw | void {
  const { element, list, channel, context } = part
  const sort = async (order: CommentOrder): Promise<void> => {
    list.order = order
    list.newest = undefined
    await channel.update()
  }
  if (isTag(element, 'select')) {
    const order = (): CommentOrder => orderOf(element.value)
    const onChange = (): void =>
      void sort(order()).catch((error: unknown) => context.client._showMessage(errorText(error), true))
    list.order = order()
    element.addEventListener('change', onChange, { signal: context.signal })
    return undefined
  }
  const wanted = element.getAttribute(attributes.channelSort)
  if (!wanted) return undefined
  actsOnPress(part, () => sort(orderOf(wanted)))
  return showsState(part, 'aria-pressed', () => list.order === orderOf(wanted))
}

/** Parts of one comment, by the values of `data-ms-post` and `data-ms-thread`. */
export const rowParts: Readonly<Record<string, (part: RowPart) => Draw | void>> = {
  content,
  date({ element, row, context }) {
    const { createdAt } = row.comment
    if (isTag(element, 'time')) element.dateTime = createdAt
    element.textContent = localDate(createdAt, context.document.documentElement.lang, 'short')
  },
  edited: (part) => shownWhile(part, () => part.row.comment.updatedAt !== part.row.comment.createdAt),
  isModerator: (part) => shownWhile(part, () => part.row.comment.member.isModerator),
  ownerProfileImage: (part) => creatorPart(part, 'profile-image', () => [part.row.comment.member]),
  upvote: (part) => votePart(part, 'UP'),
  downvote: (part) => votePart(part, 'DOWN'),
  like: (part) => votePart(part, 'UP'),
  likeCount: (part) => showsCount(part, () => part.row.comment._count.likedBy),
  upvoteCount: (part) => showsCount(part, () => part.row.comment._count.likedBy),
  downvoteCount: (part) => showsCount(part, () => part.row.comment._count.dislikedBy),
  edit(part) {
    const { row, channel } = part
    actsOnPress(part, async () => {
      row.written = row.text()
      row.isEdited = !row.isEdited
      channel.posts.draw()
    })
    return editorsOnly(
      part,
      showsState(part, 'aria-expanded', () => row.isEdited),
    )
  },
  delete(part) {
    const { list, row, channel, context } = part
    const { client } = context
    actsOnPress(part, async () => {
      const hasReplies = row.comment._count.Threads > 0
      const { type } = await client.openModal('DELETE_COMMENT', { content: row.text(), hasReplies })
      if (type !== 'CONTINUE') return
      client.hideModal()
      await list.source.remove(row.comment.id)
      await channel.update()
    })
    return editorsOnly(part)
  },
  form: editForm,
  showThreads(part) {
    const { threads } = part.row
    if (!threads) return undefined
    actsOnPress(part, async () => {
      threads.isOpen = !threads.isOpen
      part.channel.posts.draw()
      if (threads.isOpen) await part.channel.update()
    })
    return showsState(part, 'aria-expanded', () => threads.isOpen)
  },
}

function content(part: RowPart): Draw {
  const { element, row, context } = part
  const show = shownWhile(part, () => !row.isEdited)
  let shown: string | undefined
  row.text = () => element.innerText
  return () => {
    show()
    const { content: now, nodes } = row.comment
    // Unchanged nodes keep the person's selection.
    if (now !== shown) element.replaceChildren(...buildNodes(nodes, context.document))
    shown = now
  }
}

function votePart(part: RowPart, vote: CommentVote): Draw {
  const { row, list, channel } = part
  const isMine = (): boolean => row.comment.activeMemberVote === vote
  const act = async (): Promise<void> => {
    row.comment = (await list.source.vote(row.comment.id, isMine() ? 'NONE' : vote)).data
    channel.posts.draw()
  }
  actsOnPress(part, act, true)
  return showsState(part, 'aria-pressed', isMine)
}

/** Hides the element from people who can't edit the comment. */
function editorsOnly(part: RowPart, more?: Draw): Draw {
  const show = shownWhile(part, () => part.row.comment.activeMemberMayEdit)
  return () => {
    show()
    more?.()
  }
}

function writeForm(part: Part): void {
  const { list, channel } = part
  textForm(part, async (html) => {
    await list.source.create(html)
    list.isOpen = true
    // Show the person's own comment, even at the end of a long list.
    if (list.order === 'oldest') list.wanted = Math.max(list.wanted, (list.size() ?? 0) + 1)
    await channel.update()
  })
}

/** Edits a comment. `edit` opens the form; submitting, Escape or `edit` closes it. */
function editForm(part: RowPart): Draw {
  const { element, list, row, channel, context } = part
  const close = (): void => {
    row.isEdited = false
    channel.posts.draw()
  }
  const field = textForm(part, async (html) => {
    row.comment = (await list.source.update(row.comment.id, html)).data
    close()
  })
  const onKey = ({ key, isComposing }: KeyboardEvent): void => (key === 'Escape' && !isComposing ? close() : undefined)
  element.addEventListener('keydown', onKey, { signal: context.signal })
  const show = shownWhile(part, () => row.isEdited)
  // An edit button inside the form is hidden with it.
  const opener = (): HTMLElement | undefined =>
    [...row.element.querySelectorAll<HTMLElement>(withAttribute(attributes[list.level], 'edit'))].find(
      (button) => !element.contains(button),
    )
  let wasEdited = false
  return () => {
    show()
    if (row.isEdited === wasEdited) return
    wasEdited = row.isEdited
    if (field && wasEdited) field.value = row.written
    const next = wasEdited ? field : opener()
    next?.focus()
  }
}

/** @returns the field for the text; null without one */
function textForm(
  { element, channel, context }: Part,
  send: (html: string) => Promise<void>,
): HTMLTextAreaElement | null {
  const { client, signal } = context
  const field = element.querySelector('textarea')
  if (!field) return null
  const submit = async () => {
    const { value } = field
    if ($member.get() === null) void logIn(client)
    else {
      await send(htmlOf(value))
      // Text typed during the request is for the next comment.
      if (field.value === value) field.value = ''
    }
    return { unfinished: true }
  }
  mountForm(() => submit)(new WeakMap())(element, context)
  let quietUntil = 0
  const recordTyping = (): void => {
    if (!$member.get() || Date.now() < quietUntil) return
    quietUntil = Date.now() + (TYPING_SECONDS - 1) * 1000
    // A lost notification is harmless.
    client.postIsTyping({ channelKey: channel.key() }).catch(() => {})
  }
  field.addEventListener('input', recordTyping, { signal })
  return field
}

/** A typed text as HTML. */
const htmlOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
