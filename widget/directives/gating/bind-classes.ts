/**
 * Adds classes to an element.
 * @param names separated by spaces
 * @returns takes away those that were not there before
 */
export function bindClasses(element: Element, names: string): () => void {
  const { classList } = element
  const had = element.hasAttribute('class')
  const added = names.split(/\s+/).filter((name) => name !== '' && !classList.contains(name))
  classList.add(...added)
  return () => {
    classList.remove(...added)
    if (!had && classList.length === 0) element.removeAttribute('class')
  }
}
