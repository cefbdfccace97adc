import type { InspectorItem, InspectorStore } from './store'

interface Badge {
  button: HTMLButtonElement
  focus(): void
  stop(): void
}

/** The button that toggles the sidebar, with the number of items, and of errors and warnings on dots. */
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
  const [label, count, summary] = [part('label'), part('count'), part('told')]
  const dots = { error: part('dot'), warning: part('dot warnings') }
  for (const dot of Object.values(dots)) dot.ariaHidden = 'true'
  button.append(label, ' ', count, summary)
  button.addEventListener('click', () => store.showSidebar.set(!store.showSidebar.get()))
  place.append(button)
  const stops = [
    store.showSidebar.subscribe((isOpen) => {
      label.textContent = isOpen ? 'Hide Inspector' : 'Test Mode'
      button.ariaExpanded = String(isOpen)
    }),
    store.inspectorData.subscribe((items) => {
      const amounts = countOf(items)
      const texts = [items.length === 1 ? 'item' : 'items', ...amounts.map(({ type, amount }) => `${type}s: ${amount}`)]
      count.textContent = String(items.length)
      summary.textContent = ` ${texts.join(', ')}`
      for (const dot of Object.values(dots)) dot.remove()
      for (const { type, amount } of amounts) {
        dots[type].textContent = String(amount)
        button.append(dots[type])
      }
    }),
  ]
  return {
    button,
    focus: () => button.focus(),
    stop() {
      for (const stop of stops) stop()
      button.remove()
    },
  }
}

const severities = ['error', 'warning'] as const

/** The numbers of errors and warnings, without a zero. */
const countOf = (items: readonly InspectorItem[]): { type: (typeof severities)[number]; amount: number }[] =>
  severities
    .map((type) => ({ type, amount: items.filter((item) => item.type === type).length }))
    .filter(({ amount }) => amount > 0)
