/**
 * A view of a node for reading its properties and calling its methods, whatever the fields of a form are named: an
 * `<input name="matches">` takes the place of its form's own `matches`, but not of the prototype's. Pass on the node
 * itself, never this view.
 */
export const unshadowed = <T extends Node & { readonly localName?: unknown }>(node: T): T =>
  isPlain(node) ? node : new Proxy<T>(node, handler)

/** Only forms and documents have children that take properties' places; an element of any other tag is its own view. */
const isPlain = ({ localName }: { readonly localName?: unknown }): boolean =>
  typeof localName === 'string' && localName !== 'form'

const handler: ProxyHandler<Node> = {
  get(target, property) {
    const value: unknown = Reflect.get(Object.getPrototypeOf(target), property, target)
    return typeof value === 'function' ? value.bind(target) : value
  },
}
