/** Takes the focus. Text fields do not: on a phone, the keys would cover the page. */
const TABBABLE =
  'h1, :is(button, [type=checkbox], [type=radio]):not(:disabled), a[href], [tabindex="0"]:not(input, textarea)'

/** The element and all that it is in, up to the page. */
function chainOf(element: Element): Element[] {
  const above = element.parentElement
  return above === null || element === element.ownerDocument.body ? [] : [element, ...chainOf(above)]
}

const takesFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(TABBABLE) && element.checkVisibility({ visibilityProperty: true })

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled')

/** The heading of a whole screen, else the first control. */
const placeIn = (part: Element): HTMLElement | undefined =>
  part.querySelector('h1') ?? [part, ...part.querySelectorAll(TABBABLE)].find(takesFocus)

/**
 * If the element with the focus leaves the page or is disabled, the focus moves to what is nearest: Tab would begin at the top,
 * and screen readers would be silent. Rows leave when they are deleted, buttons when they are done.
 * @param root of the page; dialogs and menus are beside it
 */
export function keepFocus(root: HTMLElement): void {
  const page = root.ownerDocument
  let inOverlay: Element[] = []
  let inPage: Element[] = []
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    inOverlay = root.contains(target) ? [] : chainOf(target)
    if (root.contains(target)) inPage = chainOf(target)
  }
  const forget = ({ target, relatedTarget }: FocusEvent) =>
    queueMicrotask(() => {
      // A click beside all controls.
      if (relatedTarget !== null || page.activeElement !== page.body) return
      if (target instanceof Element && !isGone(target)) [inOverlay, inPage] = [[], []]
    })
  const restore = () => {
    if (page.activeElement !== page.body) return
    const places = [...inOverlay, ...inPage].filter(({ isConnected }) => isConnected)
    for (const part of places) {
      const place = placeIn(part)
      if (place) return place.focus()
    }
  }
  const observer = new MutationObserver(() => {
    const [last] = inOverlay.length > 0 ? inOverlay : inPage
    if (!last || !isGone(last)) return
    // In the next frame, a dialog gives the focus back, and a disabled button loses it.
    requestAnimationFrame(() => requestAnimationFrame(restore))
  })
  page.addEventListener('focusin', note)
  page.addEventListener('focusout', forget)
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
