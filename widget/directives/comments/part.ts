import { isTag, keepFocus, placeBehind } from '../../lib/dom'
import type { ChannelInfo, MembershipClient } from '../../public'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { actionRunner, onPress } from '../press'
import { toggleDisplay } from '../toggle-display'
import type { Channel } from './channel'
import type { List, Row } from './list'

/** An element of a channel with a function. */
export interface Part {
  element: HTMLElement
  context: MountContext
  channel: Channel
  list: List
}

/** A part of one comment. */
export interface RowPart extends Part {
  row: Row
}

/** Brings an element up to date. */
export type Draw = () => void

/** Shows an element while a condition is true. */
export function shownWhile({ element, context: { document, signal } }: Part, holds: () => boolean): Draw {
  const display = toggleDisplay(element)
  signal.addEventListener('abort', display.restore)
  let shows: boolean | undefined
  return () => {
    const before = shows
    shows = holds()
    if (shows === before) return
    if (shows) return display.show()
    const lost = element.contains(document.activeElement) && placeBehind(element)
    display.hide()
    if (lost) keepFocus(lost)
  }
}

/** Shows a number, or the original text while it is unknown. */
export const showsCount =
  ({ element }: Part, count: () => number | undefined): Draw =>
  () => {
    const text = String(count() ?? element.textContent)
    if (element.textContent !== text) element.textContent = text
  }

/**
 * Makes the element a button for one action at a time. Errors are shown as messages.
 * @param membersOnly visitors are asked to log in
 */
export function actsOnPress({ element, context }: Part, act: () => Promise<void>, membersOnly = false): void {
  const run = actionRunner(element, context)
  onPress(element, context, () => (membersOnly && $member.get() === null ? void logIn(context.client) : run(act)))
}

/** Keeps a state attribute up to date. */
export const showsState =
  ({ element }: Part, name: 'aria-pressed' | 'aria-expanded', holds: () => boolean): Draw =>
  () =>
    element.setAttribute(name, String(holds()))

/** A login before writing stays on the page, without its redirect, so that the draft is not lost. */
export async function logIn(client: MembershipClient): Promise<void> {
  const { type } = await client.openModal('LOGIN')
  if (type !== 'CLOSED') client.hideModal()
}

/**
 * Shows public data of members, as the source of an image or as text. Without a value, the original stays.
 * @param key of a custom field, or `profile-image`
 */
export function creatorPart({ element }: Part, key: string, members: () => ChannelInfo['typing']): Draw {
  const isImage = isTag(element, 'img')
  const original = isImage ? element.getAttribute('src') : element.textContent
  return () => {
    const values = members().map((member) => (key === 'profile-image' ? member.profileImage : member.customFields[key]))
    const value = values.filter(Boolean).join(', ') || (original ?? '')
    if (!isImage) element.textContent = value
    else if (element.getAttribute('src') !== value) element.src = value
  }
}
