/** The element that has the focus, looked up through open shadow roots; null when nothing in particular has it. */
export function deepActiveElement(root: DocumentOrShadowRoot): HTMLElement | null {
  const active = root.activeElement
  if (active?.shadowRoot?.activeElement) return deepActiveElement(active.shadowRoot)
  return active instanceof HTMLElement ? active : null
}
