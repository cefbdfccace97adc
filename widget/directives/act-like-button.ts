const NATIVE = 'a[href],area[href],button,input,summary,[role="link"],[role="button"]'

/**
 * Makes an element that is neither link nor button reachable and usable by keyboard, and tells assistive technology
 * what it is. Links and buttons are left as they are.
 * @param signal ends the listening
 */
export function actLikeButton(element: HTMLElement, signal: AbortSignal): void {
  if (element.matches(NATIVE)) return
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
