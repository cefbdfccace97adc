import { keepFocus, placeBehind } from '../../lib/dom'
import { $member } from '../../stores/identity'
import type { MembershipClient } from '../../public'
import { onPress } from '../actions/on-press'
import { actionRunner } from '../actions/run-action'
import type { MountContext } from '../directive'
import { toggleDisplay } from '../toggle-display'
import type { Channel } from './channel'
import type { List, Row } from './list'

/** An element of a channel that shows or does something. */
export interface Part {
  element: HTMLElement
  context: MountContext
  channel: Channel
  list: List
}

/** One within a comment. */
export interface RowPart extends Part {
  row: Row
}

/** Brings an element up to date. */
export type Draw = () => void

/** Shows an element for as long as something is so. */
export function shownWhile({ element, context: { document, signal } }: Part, isSo: () => boolean): Draw {
  const display = toggleDisplay(element)
  signal.addEventListener('abort', display.restore)
  let shows: boolean | undefined
  return () => {
    const before = shows
    shows = isSo()
    if (shows === before) return
    if (shows) return display.show()
    const lost = element.contains(document.activeElement) && placeBehind(element)
    display.hide()
    if (lost) keepFocus(lost)
  }
}

/** Shows a number in place of the author's, once there is one. */
export const counting =
  ({ element }: Part, count: () => number | undefined): Draw =>
  () => {
    const text = String(count() ?? element.textContent)
    if (element.textContent !== text) element.textContent = text
  }

/**
 * Makes a button of it, for one act at a time; what fails is said to the person.
 * @param membersOnly visitors are asked to log in
 */
export function pressed({ element, context }: Part, act: () => Promise<void>, membersOnly = false): void {
  const run = actionRunner(element, context)
  onPress(element, context, () => (membersOnly && $member.get() === null ? void logIn(context.client) : run(act)))
}

/** Tells by an attribute how something stands. */
export const telling =
  ({ element }: Part, name: 'aria-pressed' | 'aria-expanded', isSo: () => boolean): Draw =>
  () =>
    element.setAttribute(name, String(isSo()))

/** Who logs in to write stays on the page, wherever a login would lead: what was typed is still there. */
export async function logIn(client: MembershipClient): Promise<void> {
  const { type } = await client.openModal('LOGIN')
  if (type !== 'CLOSED') client.hideModal()
}
