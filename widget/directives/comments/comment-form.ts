import { TYPING_SECONDS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import { $member } from '../../stores/identity'
import { mountForm } from '../forms/submit-form'
import { type Draw, logIn, type Part, type RowPart, shownWhile } from './part'

/** Sends a new comment. */
export function writeForm(part: Part): void {
  const { list, channel } = part
  textForm(part, async (content) => {
    await list.source.create(content)
    list.isOpen = true
    // What one has written shows, also at the end of a long list.
    if (list.order === 'oldest') list.wanted = Math.max(list.wanted, (list.size() ?? 0) + 1)
    await channel.update()
  })
}

/** Changes a comment: opened by `edit`, and open until it is sent, left by Escape, or `edit` is pressed again. */
export function editForm(part: RowPart): Draw {
  const { element, list, row, channel, context } = part
  const close = (): void => {
    row.isEdited = false
    channel.posts.draw()
  }
  const field = textForm(part, async (content) => {
    row.comment = (await list.source.update(row.comment.id, content)).data
    close()
  })
  const onKey = ({ key, isComposing }: KeyboardEvent): void => (key === 'Escape' && !isComposing ? close() : undefined)
  element.addEventListener('keydown', onKey, { signal: context.signal })
  const show = shownWhile(part, () => row.isEdited)
  // The form may have one of its own, which leaves with it.
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

/** @returns the field that the text is written in */
function textForm(
  { element, channel, context }: Part,
  send: (content: string) => Promise<void>,
): HTMLTextAreaElement | null {
  const { client, signal } = context
  const field = element.querySelector('textarea')
  if (!field) return null
  const submit = async () => {
    const { value } = field
    if ($member.get() === null) void logIn(client)
    else {
      await send(htmlOf(value))
      // What was typed meanwhile is for the next one.
      if (field.value === value) field.value = ''
    }
    return { unfinished: true }
  }
  mountForm(() => submit)(new WeakMap())(element, context)
  let heldUntil = 0
  const noteTyping = (): void => {
    if (!$member.get() || Date.now() < heldUntil) return
    heldUntil = Date.now() + (TYPING_SECONDS - 1) * 1000
    // Nobody misses it.
    client.postIsTyping({ channelKey: channel.key() }).catch(() => {})
  }
  field.addEventListener('input', noteTyping, { signal })
  return field
}

/** What somebody typed, as HTML that shows just that. */
const htmlOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
