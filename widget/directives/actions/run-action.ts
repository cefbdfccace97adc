import { errorText } from '../../lib/errors'
import { startLoading } from '../../stores/feedback'
import type { MountContext } from '../directive'
import { untilPageRestored } from '../../lib/page-lifecycle'

/** What a press does; true when the page is being left for it. */
type Act = () => Promise<boolean | void>

/**
 * Makes the runner of one element's action: one at a time, the element marked as busy and the page's loader shown
 * meanwhile. What an action throws is said to the person.
 */
export function actionRunner(element: HTMLElement, { client, window }: MountContext): (act: Act) => void {
  let busy = false
  const run = async (act: Act): Promise<void> => {
    busy = true
    const endLoading = startLoading()
    element.setAttribute('aria-busy', 'true')
    try {
      if (await act()) await untilPageRestored(window)
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
