import { $loading } from '../../stores/feedback'
import type { Mount } from '../directive'
import { toggleDisplay } from '../toggle-display'

/** What is over sooner shows no loader: it would only flicker. */
const LOADER_DELAY_MS = 100

/** `data-ms-loader`: shows while something is on its way. */
export const loader: Mount = (element, { window, signal }) => {
  describe(element)
  const display = toggleDisplay(element)
  display.hide()
  let timer: number | undefined
  // What was under way when the page was left: it must not show for ever when somebody comes back to it.
  let forgotten = 0
  const update = (): void => {
    const count = $loading.get()
    forgotten = Math.min(forgotten, count)
    if (count > forgotten) timer ??= window.setTimeout(display.show, LOADER_DELAY_MS)
    else {
      window.clearTimeout(timer)
      timer = undefined
      display.hide()
    }
  }
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    forgotten = $loading.get()
    update()
  }
  window.addEventListener('pageshow', onShow, { signal })
  const stop = $loading.subscribe(update)
  return () => {
    stop()
    window.clearTimeout(timer)
    display.restore()
  }
}

/** Read aloud when there is a pause; what only turns gets a name. */
function describe(element: HTMLElement): void {
  if (!element.hasAttribute('role')) element.setAttribute('role', 'status')
  const named = element.matches('[aria-label],[aria-labelledby]') || element.textContent.trim() !== ''
  if (!named) element.setAttribute('aria-label', 'Loading')
}
