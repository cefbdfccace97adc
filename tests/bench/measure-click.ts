import type { DevtoolsBrowser } from './devtools-pipe'
import { withThrottledPage } from './throttled-page'

interface ClickOptions {
  /** Makes the widget prepare its login before the click, as the pointer on an element with `data-ms-modal="login"` does. */
  warm?: boolean
  /** Peers are done when the field is visible: not all of them focus it. */
  seenIsEnough?: boolean
}

/** Milliseconds from a click to the first painted frame with a focused email field. */
export function measureClick(
  browser: DevtoolsBrowser,
  url: string,
  { warm = false, seenIsEnough = false }: ClickOptions = {},
): Promise<number> {
  return withThrottledPage(browser, url, async ({ evaluate, rest }) => {
    if (warm) {
      await evaluate('window.$memberstackDom.preloadModals("LOGIN")')
      await rest()
    }
    const time = await evaluate(`(${clickAndWait.toString()})(${seenIsEnough})`)
    if (typeof time !== 'number') throw new Error(`${url} answered ${String(time)} instead of a time.`)
    return time
  })
}

/** Runs in the page. */
function clickAndWait(seenIsEnough: boolean): Promise<number> {
  const button = document.getElementById('open')
  if (!button) throw new Error('The page has no button to click.')
  button.addEventListener('click', () => void window.$memberstackDom?.openModal('LOGIN'))
  const fieldIn = (root: ParentNode): Element | null => {
    const found = root.querySelector('input[type=email], input[name=email]')
    if (found) return found
    for (const host of root.querySelectorAll('ms-modal-host, hanko-auth, iframe')) {
      const inside = host instanceof HTMLIFrameElement ? host.contentDocument : host.shadowRoot
      const field = inside && fieldIn(inside)
      if (field) return field
    }
    return null
  }
  const isUsable = (): boolean => {
    const field = fieldIn(document)
    if (!field || field.getBoundingClientRect().height === 0) return false
    const root = field.getRootNode()
    return seenIsEnough || ((root instanceof Document || root instanceof ShadowRoot) && root.activeElement === field)
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const look = (): void => {
      if (performance.now() - started > 20_000) return reject(new Error('No form came.'))
      if (!isUsable()) return void requestAnimationFrame(look)
      // A task after this frame: the frame has been painted by then.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - started), { once: true })
      port1.start()
      port2.postMessage(null)
    }
    button.click()
    requestAnimationFrame(look)
  })
}
