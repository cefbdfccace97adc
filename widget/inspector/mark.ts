import { unshadowed } from '../lib/unshadowed'

export interface Mark {
  /** Where its element is now, if it shows; read all of them before the first is drawn. */
  read(): DOMRect | null
  draw(box: DOMRect | null): void
  remove(): void
}

export interface MarkLook {
  className: string
  zIndex: number
  text?: string | undefined
}

/** Below this there is no room for a label above. */
const LABEL_PX = 20

/** A frame over an element of the page, in a layer of the inspector’s own: the page is not touched. */
export function createMark(layer: HTMLElement, element: Element, { className, zIndex, text }: MarkLook): Mark {
  const node = layer.ownerDocument.createElement('div')
  node.className = `mark ${className}`
  node.style.setProperty('z-index', String(zIndex))
  if (text) {
    const label = layer.ownerDocument.createElement('span')
    label.textContent = text
    node.append(label)
  }
  let drawn = ''
  return {
    read() {
      const own = unshadowed(element)
      const box = own.getBoundingClientRect()
      if (box.width === 0 && box.height === 0) return null
      // Older browsers cannot say; there the mark shows where the element would be.
      return (own.checkVisibility?.({ visibilityProperty: true }) ?? true) ? box : null
    },
    draw(box) {
      const wanted = box ? [box.left, box.top, box.width, box.height].join() : ''
      if (wanted === drawn) return
      drawn = wanted
      if (!box) return node.remove()
      node.style.setProperty('transform', `translate(${box.left}px, ${box.top}px)`)
      node.style.setProperty('width', `${box.width}px`)
      node.style.setProperty('height', `${box.height}px`)
      node.classList.toggle('within', box.top < LABEL_PX)
      if (!node.isConnected) layer.append(node)
    },
    remove: () => node.remove(),
  }
}
