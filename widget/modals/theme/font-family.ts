/**
 * The font of the modals as the app's branding names it, null for the standard one. `inherit` is the page's own, whose
 * web fonts reach the modals by their names. Nothing but names: a value that could load or compute something is none.
 */
export function fontFamily(window: Window & typeof globalThis, wanted: string | undefined): string | null {
  const { body, documentElement } = window.document
  if (wanted === 'inherit') return window.getComputedStyle(body ?? documentElement).fontFamily || null
  const isNames = typeof wanted === 'string' && /^[\p{L}\p{N}\s'",_-]+$/u.test(wanted)
  return isNames && window.CSS.supports('font-family', wanted) ? wanted : null
}
