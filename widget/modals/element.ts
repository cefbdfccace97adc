import r2wc from '@r2wc/react-to-web-component'
import type { ComponentType } from 'react'

const ELEMENT_NAME = 'ms-modal-host'

/**
 * Defines the custom element that draws a component in an open shadow root. The component has no props but that
 * root: r2wc reflects others into attributes, where the page could read a member's data; state comes from the stores.
 * @returns the element's name: another one when an earlier copy of the widget, now gone, has taken the usual one
 */
export function defineModalElement(
  component: ComponentType<{ container: ShadowRoot }>,
  sheet: CSSStyleSheet,
  registry = customElements,
): string {
  class ModalElement extends r2wc(component, { shadow: 'open' }) {
    constructor() {
      super()
      // Before the first paint of what is drawn in it, and without a <style> that a page's CSP could refuse.
      if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheet]
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
