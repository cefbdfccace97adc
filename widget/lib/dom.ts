import { attributes, withAttribute } from '../attributes'

/**
 * A view of a node whose properties and methods can't be clobbered by form fields: an `<input name="matches">` hides
 * the form's own `matches`, but not the prototype's. Pass on the node itself, never this view.
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

/** Whether an element has an HTML tag. By name, not class: elements of a frame have another window's classes. */
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
  // The parser puts nothing after the body: a script added what follows it.
  for (; node && !isBody(node); node = node.parentNode && unclobbered(node.parentNode))
    if (node.nextSibling) return true
  return false
}

const isBody = ({ nodeName }: Node): boolean => nodeName.toLowerCase() === 'body'

/** The focused element, looked up through open shadow roots; null if no particular element has the focus. */
export function deepActiveElement(root: DocumentOrShadowRoot): HTMLElement | null {
  const active = root.activeElement
  if (active?.shadowRoot?.activeElement) return deepActiveElement(active.shadowRoot)
  return active instanceof HTMLElement ? active : null
}

export function sheetOf(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}

/** Adds a style sheet, if needed: a script of the page may have replaced the whole list. */
export function adoptSheet(root: DocumentOrShadowRoot, sheet: CSSStyleSheet): void {
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

export function discardSheet(root: DocumentOrShadowRoot, sheet: CSSStyleSheet | undefined): void {
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet)
}

const HEADINGS = 'h1,h2,h3,h4,h5,h6'
/** Candidates; the browser decides which are focusable. A logout button would undo the login that just happened. */
const FOCUS_TARGETS = `:is(${HEADINGS},a[href],button,input,select,textarea,summary,[tabindex]):not(${withAttribute(attributes.action, 'logout')})`
const REGIONS = 'main,dialog,[role="main"],[role="dialog"],body'

/**
 * Moves a lost focus to the next heading or control after a place in the same region of the page, else to the region's
 * first. Does not scroll.
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

/** The place right after a node. It moves with its surroundings and stays when the node is removed. */
export function placeBehind(node: Node): Range {
  const place = new Range()
  place.setStartAfter(node)
  return place
}

/** A heading has a `tabindex` only while it has the focus. */
function focusOn(target: HTMLElement): void {
  const isHeading = target.matches(`:is(${HEADINGS}):not([tabindex])`)
  const removeTabIndex = (): void => target.removeAttribute('tabindex')
  if (isHeading) target.tabIndex = -1
  target.focus({ preventScroll: true })
  if (!isHeading) return
  if (target.ownerDocument.activeElement === target) target.addEventListener('blur', removeTabIndex, { once: true })
  else removeTabIndex()
}
