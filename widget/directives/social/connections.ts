import { coalescePerTask } from '../../gating/coalesce-per-task'
import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { onPress } from '../press'
import { toggleDisplay } from '../toggle-display'
import { buttonOf, isConnected, isControl, isManaged, providerOf } from './provider-elements'
import { disconnecting } from './provider-results'

/** The connected providers of the page's member. */
export interface Connections {
  /** Draws now and after each possible change. @returns stops it */
  follow(this: void, draw: () => void): () => void
  /** Every `data-ms-auth-disconnect` of the page. */
  controls: Set<Element>
  /** Whether a control next to a button, or a link or button in it, disconnects its provider. */
  hasControl(this: void, button: Element): boolean
  /** The original texts of buttons, by provider and our text. */
  originals: Map<string, string>
  /** `data-ms-auth="manage-providers"`: buttons inside connect and disconnect. */
  around: Mount
}

export function createConnections(): Connections {
  const controls = new Set<Element>()
  const draws = new Set<() => void>()
  const drawing = coalescePerTask(() => draws.forEach((draw) => draw()))
  const redraw = (): void => drawing.request()
  return {
    controls,
    originals: new Map(),
    hasControl: (button) => [...controls].some((control) => isControl(control) && buttonOf(control) === button),
    follow(draw) {
      draws.add(draw)
      draw()
      // A new element may be the button or control of another one.
      redraw()
      const stop = $member.listen(draw)
      return () => {
        stop()
        draws.delete(draw)
      }
    },
    around() {
      redraw()
      return redraw
    },
  }
}

/** `data-ms-auth-disconnect`: shown while its provider is connected, and disconnects it. */
export const disconnectElement =
  ({ follow, controls }: Connections): Mount =>
  (element, context) => {
    const toggle = toggleDisplay(element)
    const disconnect = disconnecting(element, context)
    controls.add(element)
    const end = follow(() => {
      const button = buttonOf(element)
      if (button && isManaged(button) && isConnected(providerOf(button))) return toggle.show()
      const hadFocus = element.contains(element.ownerDocument.activeElement)
      toggle.hide()
      if (hadFocus) button?.focus()
    })
    if (isControl(element))
      onPress(element, context, () => {
        const button = buttonOf(element)
        if (button) disconnect(providerOf(button))
      })
    return () => {
      end()
      controls.delete(element)
      toggle.restore()
    }
  }
