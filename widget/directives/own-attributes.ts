/** An attribute's value by its name, null for one that is not there. */
type Values = Readonly<Record<string, string | null>>

/** What authors wrote, by how an element looks while its attributes are lent. */
export type AuthoredAttributes = Map<string, Values>

export interface OwnAttributes {
  /** Shows values of ours in place of the author's. */
  show(values: Values): void
  /** Puts the author's back, but for what the page has changed since. */
  restore(): void
}

/**
 * Lends attributes of an element to values of ours. Sliders copy elements at any time; a copy that still carries
 * values of ours gets what the author of the first one wrote.
 */
export function createOwnAttributes(element: Element, authored: AuthoredAttributes): OwnAttributes {
  let lent: Map<string, [before: string | null, ours: string | null]> | undefined
  const copied = authored.get(look(element, 'class')) ?? authored.get(look(element))
  if (copied) for (const [name, value] of Object.entries(copied)) write(element, name, value)
  const restore = (): void => {
    for (const [name, [before, ours]] of lent ?? [])
      if (element.getAttribute(name) === ours) write(element, name, before)
    lent = undefined
  }
  return {
    show(values) {
      restore()
      lent = new Map(Object.entries(values).map(([name, ours]) => [name, [element.getAttribute(name), ours]]))
      const before = Object.fromEntries([...lent].map(([name, [value]]) => [name, value]))
      for (const [name, ours] of Object.entries(values)) write(element, name, ours)
      // A slider may give its copy other classes.
      for (const key of [look(element, 'class'), look(element)]) if (!authored.has(key)) authored.set(key, before)
    },
    restore,
  }
}

const look = (element: Element, ...more: string[]): string =>
  JSON.stringify(['src', 'srcset', 'media', 'href', ...more].map((name) => element.getAttribute(name)))

function write(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
