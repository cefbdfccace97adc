import { $loading } from '../stores/feedback'
import type { Mount } from './directive'
import { toggleDisplay } from './toggle-display'
import { pageText } from '../stores/texts'

/** For shorter work, a loader would only flicker. */
const LOADER_DELAY_MS = 100

/** `data-ms-loader`: shown while a request or redirect is in progress. */
export const loader: Mount = (element, { window, signal }) => {
  describe(element)
  const display = toggleDisplay(element)
  display.hide()
  let timer: number | undefined
  // Work that was in progress when the page was left never ends. It must not show after a return.
  let abandoned = 0
  const update = (): void => {
    const count = $loading.get()
    abandoned = Math.min(abandoned, count)
    if (count > abandoned) timer ??= window.setTimeout(display.show, LOADER_DELAY_MS)
    else {
      window.clearTimeout(timer)
      timer = undefined
      display.hide()
    }
  }
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    abandoned = $loading.get()
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

/** Makes it a live region with a name. */
function describe(element: HTMLElement): void {
  if (!element.hasAttribute('role')) element.setAttribute('role', 'status')
  const named = element.matches('[aria-label],[aria-labelledby]') || element.textContent.trim() !== ''
  if (!named) element.setAttribute('aria-label', pageText('loader_label'))
}
