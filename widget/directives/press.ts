import { errorText } from '../lib/errors'
import { untilPageRestored } from '../lib/page-lifecycle'
import { startLoading } from '../stores/feedback'
import type { MountContext } from './directive'
import { prepareTexts } from '../stores/texts'

/** Calls `act` at each click, and at Enter and Space on any element, instead of the default action. */
export function onPress(element: HTMLElement, { signal }: Pick<MountContext, 'signal'>, act: () => void): void {
  actLikeButton(element, signal)
  element.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      act()
    },
    { signal },
  )
}

const NATIVE = 'a[href],area[href],button,input,summary,[role="link"],[role="button"]'

/**
 * Gives an element that is neither link nor button the role, focus and keys of a button. Page builders write attributes
 * around a link too: that link has all of this, and must not be inside a button.
 * @param signal stops the listening
 */
export function actLikeButton(element: HTMLElement, signal: AbortSignal): void {
  if (element.matches(NATIVE) || element.querySelector(NATIVE)) return
  element.setAttribute('role', 'button')
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '0')
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== element || (event.key !== 'Enter' && event.key !== ' ')) return
      // The space bar would scroll the page.
      event.preventDefault()
      element.click()
    },
    { signal },
  )
}

/** The work of one press; true when the page is being left. */
type Act = () => Promise<boolean | void>

/**
 * Creates a function that runs one action of an element at a time. During the action, the element is busy and the
 * page's loader is shown. Errors are shown as messages.
 */
export function actionRunner(
  element: HTMLElement,
  { client, window }: Pick<MountContext, 'client' | 'window'>,
): (act: Act) => void {
  let busy = false
  const run = async (act: Act): Promise<void> => {
    busy = true
    prepareTexts()
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
