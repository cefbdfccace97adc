import type { Member } from '../public'

/**
 * Tells the page's own scripts, in the tab where it happened: a bubbling `memberstack.login`, `memberstack.signup` or
 * `memberstack.logout` on document, with `detail.member` (null after logout).
 */
export function dispatchAuthEvent(
  window: Window & typeof globalThis,
  kind: 'login' | 'signup' | 'logout',
  member: Member | null,
): void {
  const event = new window.CustomEvent(`memberstack.${kind}`, { bubbles: true, detail: { member } })
  window.document.dispatchEvent(event)
}
