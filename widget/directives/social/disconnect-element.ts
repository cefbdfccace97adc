import { onPress } from '../actions/on-press'
import type { Mount } from '../directive'
import { toggleDisplay } from '../toggle-display'
import type { Connections } from './connections'
import { buttonOf, isControl } from './disconnect-control'
import { disconnecting } from './disconnecting'
import { isConnected, isManaged, providerOf } from './provider-of'

/** `data-ms-auth-disconnect`: shows while its provider is connected, and disconnects it. */
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
      // It would be lost.
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
