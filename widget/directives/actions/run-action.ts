import { errorText } from '../../lib/error-text'
import { startLoading } from '../../stores/loading'
import type { MountContext } from '../directive'

/**
 * Makes the runner of one element's action: one at a time, the element marked as busy meanwhile. What an action throws
 * is said to the person.
 */
export function actionRunner(element: HTMLElement, { client }: MountContext): (act: () => Promise<void>) => void {
  let busy = false
  const run = async (act: () => Promise<void>): Promise<void> => {
    busy = true
    const endLoading = startLoading()
    element.setAttribute('aria-busy', 'true')
    try {
      await act()
    } catch (error) {
      client._showMessage(errorText(error), true)
    } finally {
      element.removeAttribute('aria-busy')
      endLoading()
      busy = false
    }
  }
  return (act) => {
    if (!busy) void run(act)
  }
}
