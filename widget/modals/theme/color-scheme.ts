import type { Branding } from '../../../contract/entities'

/** A value of the CSS property `color-scheme`. */
export type ColorScheme = 'light' | 'dark' | 'light dark'

/**
 * The scheme of the modals: what the page's configuration forces, else what the app's branding does, else the page's
 * own. A page that declares none leaves it to the visitor's system.
 */
export function colorScheme(window: Window, branding: Branding | null): ColorScheme {
  const forced = window.memberstackConfig?.theme ?? branding?.theme
  if (forced === 'light' || forced === 'dark') return forced
  const { body, documentElement } = window.document
  const declared =
    window.getComputedStyle(body ?? documentElement).colorScheme +
    (window.document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '')
  const [light, dark] = [declared.includes('light'), declared.includes('dark')]
  return light === dark ? 'light dark' : dark ? 'dark' : 'light'
}
