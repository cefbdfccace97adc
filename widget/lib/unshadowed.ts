/**
 * A view of a node for reading its properties and calling its methods, whatever the fields of a form are named: an
 * `<input name="matches">` takes the place of its form's own `matches`, but not of the prototype's. Pass on the node
 * itself, never this view.
 */
export const unshadowed = <T extends Node>(node: T): T =>
  new Proxy(node, {
    get(target, property) {
      const value: unknown = Reflect.get(Object.getPrototypeOf(target), property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
