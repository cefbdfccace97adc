/**
 * Whether the parser has finished an element: it is complete once anything follows it or something that holds it.
 * While it is not, children may still be added, and scripts in it need it to stay on the page.
 */
export function isParsed(element: Element): boolean {
  if (element.ownerDocument.readyState !== 'loading') return true
  for (let node: Node | null = element; node; node = node.parentNode) if (node.nextSibling) return true
  return false
}
