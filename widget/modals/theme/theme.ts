import type { Branding } from '../../../contract/entities'
import { FADE_MS } from '../../../contract/limits'
import { brandPalette, type SchemePair } from './brand-palette'
import { sheetOf } from '../../lib/dom'
import captcha from './captcha.css?inline'
import type { ResolveColor } from './colors'
import controls from './controls.css?inline'
import entries from './entries.css?inline'
import form from './form.css?inline'
import overlay from './overlay.css?inline'
import profile from './profile.css?inline'
import social from './social.css?inline'
import testCard from './test-card.css?inline'

const MAX_RADIUS_PX = 40

/**
 * Sets colors, scheme, corners and font as `--ms-…` custom properties on the sheet's first rule. On the element, they
 * would override the page's style sheet and need a CSP exception for style-src.
 */
export function applyTheme(
  sheet: CSSStyleSheet,
  window: Window & typeof globalThis,
  branding: Branding | null,
  resolve: ResolveColor,
): void {
  const rule = sheet.cssRules[0]
  if (!(rule instanceof CSSStyleRule)) return
  const scheme = colorScheme(window, branding)
  const radius = branding?.cornerRadius
  const corner = (share: number): string | null =>
    typeof radius === 'number' ? `${Math.round(Math.min(MAX_RADIUS_PX, Math.max(0, radius)) * share)}px` : null
  const properties: Record<string, string | null> = {
    'color-scheme': scheme,
    radius: corner(1),
    // The panel's radius would look rounder on the smaller controls.
    'control-radius': corner(0.625),
    font: fontFamily(window, branding?.fontFamily),
  }
  for (const [name, pair] of Object.entries(brandPalette(branding, resolve))) {
    properties[name] = schemeValue(pair, scheme, window.CSS)
  }
  for (const [name, value] of Object.entries(properties)) {
    const property = `--ms-${name}`
    // Even the same value would make the browser compute all styles again.
    if (rule.style.getPropertyValue(property) !== (value ?? '')) rule.style.setProperty(property, value)
  }
}

/** A value of the CSS property `color-scheme`. */
export type ColorScheme = 'light' | 'dark' | 'light dark'

/**
 * The color scheme of the modals: from the page's configuration, else the app's branding, else the page, else the
 * system.
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

/**
 * The font of the app's branding; null for the default. `inherit` is the page's own, whose web fonts work in the modals
 * by name. Only font names are accepted: other values could load or compute something.
 */
export function fontFamily(window: Window & typeof globalThis, wanted: string | undefined): string | null {
  const { body, documentElement } = window.document
  if (wanted === 'inherit') return window.getComputedStyle(body ?? documentElement).fontFamily || null
  const isNames = typeof wanted === 'string' && /^[\p{L}\p{N}\s'",_-]+$/u.test(wanted)
  return isNames && window.CSS.supports('font-family', wanted) ? wanted : null
}

/**
 * One CSS value for both schemes. Browsers without `light-dark()` get the dark value only if the dark scheme is forced.
 */
export function schemeValue([light, dark]: SchemePair, scheme: ColorScheme, css: Pick<typeof CSS, 'supports'>): string {
  if (light === dark) return light
  if (css.supports('color', 'light-dark(red, red)')) return `light-dark(${light}, ${dark})`
  return scheme === 'dark' ? dark : light
}

const rules = overlay + form + controls + captcha + profile + testCard + entries + social
const KEYFRAMES = /@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

/**
 * Important, because a page's rule for its children or for `*` could otherwise hide the dialog of an inert page. `all`
 * resets neither direction nor custom properties: the dialog inherits them.
 */
const ROOT = 'all:initial!important;display:contents!important;color-scheme:var(--ms-color-scheme,light dark)!important'
const FIRST = `{--ms-fade:${FADE_MS}ms}`

/** The style sheet of the modals' shadow root. Its first rule contains the theme (`applyTheme`). */
export const createSheet = (): CSSStyleSheet => sheetOf(`:host${FIRST}:host{${ROOT}}${rules}`)

/**
 * The same for modals in the light DOM, on the document. Every rule is nested below one ID, so that none affects the
 * page; the page's own rules are reverted first, except for elements added by the page (`[slot]`). The first rule has
 * no specificity, so the page's custom properties take precedence.
 * @param id of the element that contains the modals
 */
export const createLightSheet = (id: string): CSSStyleSheet =>
  sheetOf(
    `:where(#${id})${FIRST}#${id}{${ROOT};:where(:not(svg *,[slot],[slot] *)){all:revert}${rules.replace(KEYFRAMES, '')}}${rules.match(KEYFRAMES)?.join('') ?? ''}`,
  )
