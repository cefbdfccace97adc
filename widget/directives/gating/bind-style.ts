/**
 * Adds declarations to an element's own style. By the object model: a page's security policy governs the attribute.
 * @param declarations as in a `style` attribute
 * @returns puts back what stood there before, but for what somebody else has set since
 */
export function bindStyle(element: HTMLElement, declarations: string): () => void {
  const { style } = element
  const had = element.hasAttribute('style')
  const before = style.cssText
  const bound = styleOf(element, declarations)
  if (bound.length === 0) return () => {}
  style.cssText = `${before} ${bound.cssText}`
  const after = style.cssText
  return () => {
    if (style.cssText === after) style.cssText = before
    else putBackEach(style, bound, styleOf(element, before))
    if (!had && style.length === 0) element.removeAttribute('style')
  }
}

function styleOf({ ownerDocument }: Element, declarations: string): CSSStyleDeclaration {
  const { style } = ownerDocument.createElement('i')
  style.cssText = declarations
  return style
}

function putBackEach(style: CSSStyleDeclaration, bound: CSSStyleDeclaration, before: CSSStyleDeclaration): void {
  for (const name of Array.from(bound)) {
    if (style.getPropertyValue(name) !== bound.getPropertyValue(name)) continue
    style.removeProperty(name)
    const value = before.getPropertyValue(name)
    if (value) style.setProperty(name, value, before.getPropertyPriority(name))
  }
}
