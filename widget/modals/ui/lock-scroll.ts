/**
 * Keeps the page behind a modal from scrolling. The room that a classic scrollbar took is kept as padding, on the side
 * where it was, so that nothing moves.
 * @returns undoes it
 */
export function lockScroll(document: Document): () => void {
  const root = document.documentElement
  const before = root.getBoundingClientRect()
  const sheet = new CSSStyleSheet()
  const lock = (more = ''): void => sheet.replaceSync(`html { overflow: hidden !important; ${more} }`)
  lock()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const after = root.getBoundingClientRect()
  const kept = keepRoom(root, 'left', before.left - after.left) + keepRoom(root, 'right', after.right - before.right)
  if (kept) lock(kept)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

function keepRoom(root: Element, side: 'left' | 'right', gained: number): string {
  if (gained <= 0) return ''
  const padding = Number.parseFloat(getComputedStyle(root).getPropertyValue(`padding-${side}`))
  return `padding-${side}: ${padding + gained}px !important;`
}
