import { unshadowed } from './unshadowed'

/**
 * Whether the parser has finished an element: it is complete once anything follows it or something that holds it.
 * While it is not, children may still be added, and scripts in it need it to stay on the page.
 */
export function isParsed(element: Element): boolean {
  let node: Node | null = unshadowed(element)
  if (node.ownerDocument?.readyState !== 'loading') return true
  // What follows the body was put there by a script: the parser puts nothing behind it.
  for (; node && !isBody(node); node = node.parentNode && unshadowed(node.parentNode)) if (node.nextSibling) return true
  return false
}

const isBody = ({ nodeName }: Node): boolean => nodeName.toLowerCase() === 'body'
