import { type ComponentType, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'

const ELEMENT_NAME = 'ms-modal-host'

/**
 * Defines the custom element that draws a component in an open shadow root, while it is on the page. The component has
 * no props and the element no attributes, where the page could read a member's data; state comes from the stores.
 * @returns the element's name: another one when an earlier copy of the widget, now gone, has taken the usual one
 */
export function defineModalElement(component: ComponentType, sheet: CSSStyleSheet, registry = customElements): string {
  class ModalElement extends HTMLElement {
    private readonly place = this.attachShadow({ mode: 'open' })
    private root: Root | undefined

    constructor() {
      super()
      // Before the first paint of what is drawn in it, and without a <style> that a page's CSP could refuse.
      this.place.adoptedStyleSheets = [sheet]
    }

    connectedCallback(): void {
      this.root = createRoot(this.place)
      this.root.render(createElement(component))
    }

    disconnectedCallback(): void {
      this.root?.unmount()
    }
  }
  const name = freeName(registry)
  registry.define(name, ModalElement)
  return name
}

function freeName(registry: CustomElementRegistry): string {
  let name = ELEMENT_NAME
  for (let copy = 2; registry.get(name); copy += 1) name = `${ELEMENT_NAME}-${copy}`
  return name
}
