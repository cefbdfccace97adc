export type Kind = 'field' | 'button' | 'text'

export interface Place {
  x: number
  y: number
}

/**
 * Runs in the page: the center of an element, in an open dialog first, since the page behind it cannot be used.
 * A field is found by its label, a button or link by its name (or a prefix and `…`), a text by a part of it.
 * @returns null if no visible element matches
 */
export function locate(kind: Kind, name: string): Place | null {
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const roots: ParentNode[] = [document, ...shadows]
  const dialogs = roots.flatMap((root) => [...root.querySelectorAll('dialog[open], [data-open]')])
  const scopes = dialogs.length > 0 && kind !== 'text' ? dialogs : roots
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
  const isNamed = (given: string): boolean =>
    name.endsWith('…') ? given.startsWith(name.slice(0, -1)) : given === name
  const all = (selector: string): Element[] => scopes.flatMap((scope) => Array.from(scope.querySelectorAll(selector)))
  const labelled = (): (Element | null)[] => [
    ...all('label')
      .filter((label) => nameOf(label) === name || nameOf(label).startsWith(`${name} `))
      .map((label) => (label instanceof HTMLLabelElement ? label.control : null)),
    ...all('input[aria-label]').filter((input) => nameOf(input) === name),
  ]
  const candidates = {
    field: labelled,
    button: () => all('button, a[href], [role=button], summary').filter((element) => isNamed(nameOf(element))),
    text: () =>
      all('*').filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.includes(name)),
      ),
  }
  const found = candidates[kind]().find((element) => element !== null && isSeen(element))
  if (!found) return null
  // Not at the edge, which the inspector's badge may cover.
  found.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}
