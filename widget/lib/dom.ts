import { attributes, withAttribute } from '../attributes'

/**
 * A view of a node whose properties and methods fields of a form cannot clobber: an `<input name="matches">` hides the
 * form's own `matches`, but not the prototype's. Pass on the node itself, never this view.
 */
export const unclobbered = <T extends Node & { readonly localName?: unknown }>(node: T): T =>
  canBeClobbered(node) ? new Proxy<T>(node, fromPrototype) : node

/** Only forms and documents expose named children as properties. */
const canBeClobbered = ({ localName }: { readonly localName?: unknown }): boolean =>
  typeof localName !== 'string' || localName === 'form'

const fromPrototype: ProxyHandler<Node> = {
  get(target, property) {
    const value: unknown = Reflect.get(Object.getPrototypeOf(target), property, target)
    return typeof value === 'function' ? value.bind(target) : value
  },
}

/** Whether an element has an HTML tag. By name, not by class: elements from a frame have another window's classes. */
export const isTag = <K extends keyof HTMLElementTagNameMap>(
  element: Element,
  tag: K,
): element is HTMLElementTagNameMap[K] => isHtml(element) && unclobbered(element).localName === tag

export const isHtml = (element: Element): element is HTMLElement =>
  unclobbered(element).namespaceURI === 'http://www.w3.org/1999/xhtml'

/**
 * Whether the parser has finished an element: something follows it or one of its ancestors. Before that, children may
 * still be added, and scripts in it need it to stay on the page.
 */
export function isParsed(element: Element): boolean {
  let node: Node | null = unclobbered(element)
  if (node.ownerDocument?.readyState !== 'loading') return true
  // The parser puts nothing behind the body: what follows it was added by a script.
  for (; node && !isBody(node); node = node.parentNode && unclobbered(node.parentNode))
    if (node.nextSibling) return true
  return false
}

const isBody = ({ nodeName }: Node): boolean => nodeName.toLowerCase() === 'body'

/** The element with the focus, looked up through open shadow roots; null when it is on none in particular. */
export function deepActiveElement(root: DocumentOrShadowRoot): HTMLElement | null {
  const active = root.activeElement
  if (active?.shadowRoot?.activeElement) return deepActiveElement(active.shadowRoot)
  return active instanceof HTMLElement ? active : null
}

const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** Candidates; the browser decides which can take it. A logout button would undo the login that just happened. */
const FOCUS_TARGETS = `:is(${HEADINGS},a[href],button,input,select,textarea,summary,[tabindex]):not(${withAttribute(attributes.action, 'logout')})`
const REGIONS = 'main,dialog,[role="main"],[role="dialog"],body'

/**
 * Moves a lost focus to the next heading or control behind a place, within the same region of the page; to the region's
 * first if there is none. Scrolls nothing.
 */
export function keepFocus(place: Range): void {
  const { startContainer: container } = place
  const region = (container instanceof Element ? container : container.parentElement)?.closest(REGIONS)
  if (!region?.isConnected) return
  const targets = [...unclobbered(region).querySelectorAll<HTMLElement>(FOCUS_TARGETS)]
  const behind = targets.filter((target) => place.comparePoint(target, 0) > 0)
  for (const target of [...behind, ...targets]) {
    focusOn(target)
    if (target.ownerDocument.activeElement === target) return
  }
}

/** The place right behind a node. It moves with its surroundings, and stays when the node leaves the page. */
export function placeBehind(node: Node): Range {
  const place = new Range()
  place.setStartAfter(node)
  return place
}

/** A heading gets a `tabindex` only for as long as it has the focus. */
function focusOn(target: HTMLElement): void {
  const isHeading = target.matches(`:is(${HEADINGS}):not([tabindex])`)
  const removeTabIndex = (): void => target.removeAttribute('tabindex')
  if (isHeading) target.tabIndex = -1
  target.focus({ preventScroll: true })
  if (!isHeading) return
  if (target.ownerDocument.activeElement === target) target.addEventListener('blur', removeTabIndex, { once: true })
  else removeTabIndex()
}
