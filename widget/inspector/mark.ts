export interface Mark {
  /** @param box where its element is, null for nowhere */
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
export function createMark(layer: HTMLElement, { className, zIndex, text }: MarkLook): Mark {
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
