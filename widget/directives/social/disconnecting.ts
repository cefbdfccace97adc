import { actionRunner } from '../actions/run-action'
import type { MountContext } from '../directive'
import { SAVED } from '../forms/save-fields'

/** What the press of an element does that disconnects a provider. The server keeps the last way in and says why. */
export function disconnecting(element: HTMLElement, context: MountContext): (provider: string) => void {
  const run = actionRunner(element, context)
  return (provider) =>
    run(async () => {
      const { message } = await context.client.disconnectProvider({ provider })
      context.client._showMessage(message ?? SAVED)
    })
}
