/**
 * Keeps the page behind a modal from scrolling. The room that a classic scrollbar took is kept as padding, on the side
 * where it was, so that nothing moves.
 * @returns undoes it
 */
export function lockScroll(document: Document): () => void {
  const root = document.documentElement
  const before = root.getBoundingClientRect()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { overflow: hidden !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const after = root.getBoundingClientRect()
  const style = getComputedStyle(root)
  const padding = (side: 'left' | 'right', gained: number): string =>
    gained > 0
      ? `padding-${side}: ${Number.parseFloat(style.getPropertyValue(`padding-${side}`)) + gained}px !important;`
      : ''
  const kept = padding('left', before.left - after.left) + padding('right', after.right - before.right)
  sheet.replaceSync(`html { overflow: hidden !important; ${kept} }`)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}
