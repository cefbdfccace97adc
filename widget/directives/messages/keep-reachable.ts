import { $modalRequest, $modalSlotHost } from '../../stores/modal'
import { isFrameworkOwned } from '../gating/framework-owned'
import { openDialog } from './open-dialog'

/**
 * Keeps an element where people can see and reach it: while a modal dialog makes the page inert, it stands in that
 * dialog. Nodes that a framework owns stay where they are.
 * @returns puts it back, at the exact place
 */
export function keepReachable(element: HTMLElement): () => void {
  const listening = new AbortController()
  let putBack = (): void => {}
  const place = (): void => {
    putBack()
    putBack = () => {}
    const dialog = openDialog(element.ownerDocument)
    if (!dialog || !canStandIn(dialog, element)) return
    putBack = move(element, dialog)
    dialog.addEventListener('close', place, { once: true, signal: listening.signal })
  }
  place()
  const stops = [$modalRequest, $modalSlotHost].map((store) => store.listen(place))
  return () => {
    listening.abort()
    stops.forEach((stop) => stop())
    putBack()
  }
}

/** Whether an element is in a dialog or can be moved there without harm to the page. */
export const canStandIn = (dialog: Element, element: Element): boolean =>
  dialog.contains(element) || !isFrameworkOwned(element)

function move(element: HTMLElement, dialog: Element): () => void {
  if (dialog.contains(element)) return () => {}
  const { ownerDocument: document } = element
  const frame = document.createElement('div')
  frame.slot = 'ms-message'
  Object.assign(frame.style, surroundings(element), { position: 'sticky', insetBlockEnd: '0', zIndex: '1' })
  const place = document.createComment('')
  element.replaceWith(place)
  frame.append(element)
  dialog.append(frame)
  return () => {
    // What the page itself has taken away meanwhile stays away.
    if (element.parentNode === frame) place.replaceWith(element)
    place.remove()
    frame.remove()
  }
}

/** What the element had from where it stood: in a dialog its text could end on a ground that hides it. */
function surroundings({ parentElement }: HTMLElement): Partial<CSSStyleDeclaration> {
  if (!parentElement) return {}
  const { color, font, direction } = getComputedStyle(parentElement)
  let ground: Element | null = parentElement
  while (ground && isTransparent(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement
  const background = ground ? getComputedStyle(ground).backgroundColor : 'Canvas'
  // Over the panel of our modal, which must not move for it; elsewhere these say nothing.
  return { color, font, direction, background, gridArea: '1 / 1', placeSelf: 'end center' }
}

const isTransparent = (color: string): boolean => /^$|transparent|, 0\)$/.test(color)
