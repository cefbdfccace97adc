import { attributes } from '../../attributes'
import type { Mount } from '../directive'
import { bindClasses } from './bind-classes'
import { bindStyle } from './bind-style'
import type { Gate } from './gate'

/** `data-ms-bind:style` and `data-ms-bind:class`: what the element gets while its gate lets it show. */
export const bindAttributes =
  (gate: Gate): Mount =>
  (element) => {
    let takeBack: (() => void) | undefined
    const end = (): void => {
      takeBack?.()
      takeBack = undefined
    }
    const unfollow = gate.follow(element, (shows) => {
      if (!shows) return end()
      takeBack ??= bind(element)
    })
    return () => {
      unfollow()
      end()
    }
  }

/** @returns takes it back */
function bind(element: HTMLElement): () => void {
  const undo = [
    bindStyle(element, element.getAttribute(attributes.bindStyle) ?? ''),
    bindClasses(element, element.getAttribute(attributes.bindClass) ?? ''),
  ]
  return () => undo.forEach((one) => one())
}
