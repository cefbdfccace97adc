import inspectorRules from './inspector.css?inline'

const ELEMENT_NAME = 'ms-inspector'

export interface InspectorElement {
  /** For marks on the page, for the badge, and for the sidebar, in this order; none of them has a box. */
  marks: HTMLElement
  badge: HTMLElement
  sidebar: HTMLElement
  /** Puts it on the page; as often as wanted. */
  attach(): void
  remove(): void
}

/**
 * The inspector’s place on a page. It stands behind the body, which pages swap and the page gate hides, and it has no
 * box: nothing moves, and what is in it lies in the page’s own order of layers.
 */
export function createInspectorElement({ document, CSSStyleSheet }: Window & typeof globalThis): InspectorElement {
  const element = document.createElement(ELEMENT_NAME)
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(inspectorRules)
  root.adoptedStyleSheets = [sheet]
  const place = (): HTMLElement => {
    const part = document.createElement('div')
    part.className = 'place'
    root.append(part)
    return part
  }
  const marks = place()
  marks.ariaHidden = 'true'
  return {
    marks,
    badge: place(),
    sidebar: place(),
    attach() {
      if (!element.isConnected) document.documentElement.append(element)
    },
    remove: () => element.remove(),
  }
}
