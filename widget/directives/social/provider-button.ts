import { $member } from '../../stores/identity'
import { $readiness, waitUntilReady } from '../../stores/app'
import { onPress } from '../actions/on-press'
import type { Mount } from '../directive'
import { isSubmitButton } from '../forms/busy-form'
import type { MountedForms } from '../forms/mounted-forms'
import type { Connections } from './connections'
import { entrance } from './entrance'
import { managedButton } from './managed-button'
import { isManaged, providerOf } from './provider-of'

/**
 * `data-ms-auth-provider`: signs up in a signup form, logs in in a login form, does either alone, and connects where
 * providers are managed.
 */
export function providerButton(forms: MountedForms, connections: Connections): Mount {
  return (button, context) => {
    if (providerOf(button) === '') return undefined
    const maySend = keepFromSending(button)
    const enter = entrance(button, context, forms)
    const connection = managedButton(button, context, connections)
    onPress(button, context, () => {
      // Somebody may be logged in: what a click means is known in a moment, and the window waits for it.
      if ($member.get() === undefined && $readiness.get() === 'waiting')
        void waitUntilReady().then(() => !context.signal.aborted && button.click())
      else if (isManaged(button)) connection.press()
      else enter()
    })
    return () => {
      connection.end()
      maySend()
    }
  }
}

/** The Enter key in a field presses the first button that sends the form: a provider's must not be it. */
function keepFromSending(button: HTMLElement): () => void {
  if (!isSubmitButton(button) || button.type === 'image') return () => {}
  const type = button.getAttribute('type')
  button.type = 'button'
  return () => (type === null ? button.removeAttribute('type') : button.setAttribute('type', type))
}
