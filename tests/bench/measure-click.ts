import type { DevtoolsBrowser } from './devtools-pipe'
import { withThrottledPage } from './throttled-page'

interface ClickOptions {
  /** Has the widget evaluate its modals ahead of the click. */
  warm?: boolean
}

/** Milliseconds from a click to the first painted frame in which the form's first field has the focus. */
export function measureClick(
  browser: DevtoolsBrowser,
  url: string,
  { warm = false }: ClickOptions = {},
): Promise<number> {
  return withThrottledPage(browser, url, async ({ evaluate, rest }) => {
    if (warm) {
      await evaluate('window.$memberstackDom.preloadModals()')
      await rest()
    }
    const time = await evaluate(`(${clickAndWait.toString()})()`)
    if (typeof time !== 'number') throw new Error(`${url} answered ${String(time)} instead of a time.`)
    return time
  })
}

/** Runs in the page. */
function clickAndWait(): Promise<number> {
  const button = document.getElementById('open')
  if (!button) throw new Error('The page has no button to click.')
  button.addEventListener('click', () => void window.$memberstackDom?.openModal('LOGIN'))
  const isUsable = (): boolean => {
    const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
    return active?.getAttribute('name') === 'email' && active.getBoundingClientRect().height > 0
  }
  return new Promise((resolve) => {
    const started = performance.now()
    const look = (): void => {
      if (!isUsable()) return void requestAnimationFrame(look)
      // The task after this frame: by then it has been painted.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now() - started), { once: true })
      port1.start()
      port2.postMessage(null)
    }
    button.click()
    requestAnimationFrame(look)
  })
}
