import { isTag } from '../../lib/dom'
import type { CommentVote } from '../../public'
import { buildNodes } from '../content/build-nodes'
import { localDate } from '../members/member-value'
import { editForm } from './comment-form'
import { creatorPart } from './creator'
import { counting, type Draw, pressed, type RowPart, shownWhile, telling } from './part'

/** What is within a comment, by the values of `data-ms-post` and `data-ms-thread`. */
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
  upvoteCount: (part) => counting(part, () => part.row.comment._count.likedBy),
  downvoteCount: (part) => counting(part, () => part.row.comment._count.dislikedBy),
  edit(part) {
    const { row, channel } = part
    pressed(part, async () => {
      row.written = row.text()
      row.isEdited = !row.isEdited
      channel.posts.draw()
    })
    return editorsOnly(
      part,
      telling(part, 'aria-expanded', () => row.isEdited),
    )
  },
  delete(part) {
    const { element, list, row, channel, context } = part
    pressed(part, async () => {
      // In the page's own words.
      const asked = element.getAttribute('aria-label') ?? element.textContent.trim()
      if (!context.window.confirm(`${asked}?\n\n${row.text()}`)) return
      await list.source.remove(row.comment.id)
      await channel.update()
    })
    return editorsOnly(part)
  },
  form: editForm,
  showThreads(part) {
    const { threads } = part.row
    if (!threads) return undefined
    pressed(part, async () => {
      threads.isOpen = !threads.isOpen
      part.channel.posts.draw()
      if (threads.isOpen) await part.channel.update()
    })
    return telling(part, 'aria-expanded', () => threads.isOpen)
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
    // A selection in it stays.
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
  pressed(part, act, true)
  return telling(part, 'aria-pressed', isMine)
}

/** What others may not do is not there for them. */
function editorsOnly(part: RowPart, more?: Draw): Draw {
  const show = shownWhile(part, () => part.row.comment.activeMemberMayEdit)
  return () => {
    show()
    more?.()
  }
}
