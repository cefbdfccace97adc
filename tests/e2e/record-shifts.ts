export interface Shift {
  value: number
  /** What moved, and by how much. */
  moved: string[]
}

declare global {
  interface Window {
    shifts?: Shift[]
  }
}

/** Runs before the page's scripts: records layout shifts in `window.shifts`. */
export function recordShifts(): void {
  const shifts: Shift[] = []
  window.shifts = shifts
  const name = (node: Node | null): string =>
    node instanceof Element
      ? `<${node.localName} ${node.id || node.className}> ${node.textContent?.slice(0, 30)}`
      : (node?.nodeName ?? '')
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const isShift = (entry: PerformanceEntry): entry is Entry => entry.entryType === 'layout-shift'
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter(isShift)) {
      const moved = entry.sources.map(
        ({ node, previousRect: from, currentRect: to }) => `${name(node)}: ${from.x},${from.y} → ${to.x},${to.y}`,
      )
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
