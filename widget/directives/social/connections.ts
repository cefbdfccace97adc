import { $member } from '../../stores/identity'
import type { Mount } from '../directive'
import { oncePerTurn } from '../gating/once-per-turn'
import { buttonOf, isControl } from './disconnect-control'

/** What shows on a page whether its member is connected with providers. */
export interface Connections {
  /** Draws now, and whenever it may have changed. @returns ends that */
  follow(this: void, draw: () => void): () => void
  /** Every `data-ms-auth-disconnect` of the page. */
  controls: Set<Element>
  /** Whether an element beside a button, or a link or button in it, disconnects what it has connected. */
  hasControl(this: void, button: Element): boolean
  /** What authors wrote on buttons, by what stood there instead. */
  authored: Map<string, string>
  /** `data-ms-auth="manage-providers"`: the buttons inside connect and disconnect. */
  around: Mount
}

export function createConnections(): Connections {
  const controls = new Set<Element>()
  const draws = new Set<() => void>()
  const drawing = oncePerTurn(() => draws.forEach((draw) => draw()))
  const redraw = (): void => drawing.ask()
  return {
    controls,
    authored: new Map(),
    hasControl: (button) => [...controls].some((control) => isControl(control) && buttonOf(control) === button),
    follow(draw) {
      draws.add(draw)
      draw()
      // What is added may be what another was looking for.
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
