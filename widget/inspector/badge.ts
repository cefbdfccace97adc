import type { InspectorStore } from './store'

export interface Badge {
  focus(): void
  stop(): void
}

/** The button that opens and closes the sidebar, with the number of items and a dot for errors. */
export function createBadge(place: HTMLElement, store: InspectorStore): Badge {
  const { ownerDocument } = place
  const part = (name: string, text = ''): HTMLElement => {
    const span = ownerDocument.createElement('span')
    span.className = name
    span.textContent = text
    return span
  }
  const button = ownerDocument.createElement('button')
  button.type = 'button'
  button.className = 'badge'
  button.lang = 'en'
  button.dir = 'ltr'
  const [label, count, told, dot] = [part('label'), part('count'), part('told'), part('dot')]
  dot.ariaHidden = 'true'
  button.append(label, ' ', count, told)
  button.addEventListener('click', () => store.showSidebar.set(!store.showSidebar.get()))
  place.append(button)
  const stops = [
    store.showSidebar.subscribe((isOpen) => {
      label.textContent = isOpen ? 'Hide Inspector' : 'Test Mode'
      button.ariaExpanded = String(isOpen)
    }),
    store.inspectorData.subscribe((items) => {
      const errors = items.filter(({ type }) => type === 'error').length
      count.textContent = String(items.length)
      told.textContent = ` ${items.length === 1 ? 'item' : 'items'}${errors > 0 ? `, errors: ${errors}` : ''}`
      if (errors > 0) button.append(dot)
      else dot.remove()
    }),
  ]
  return {
    focus: () => button.focus(),
    stop() {
      for (const stop of stops) stop()
      button.remove()
    },
  }
}
