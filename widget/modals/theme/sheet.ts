import { FADE_MS } from '../../../contract/limits'
import captcha from './captcha.css?inline'
import controls from './controls.css?inline'
import entries from './entries.css?inline'
import form from './form.css?inline'
import overlay from './overlay.css?inline'
import profile from './profile.css?inline'
import social from './social.css?inline'
import testCard from './test-card.css?inline'

const rules = overlay + form + controls + captcha + profile + testCard + entries + social
const KEYFRAMES = /@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g

/**
 * A page's rule about its children or about everything would win over a plain rule here, and could leave the page inert
 * behind a dialog that nobody sees; over an important one it cannot. `all` resets neither direction nor custom
 * properties: the page's own, right-to-left or not, reach the dialog.
 */
const ROOT = 'all:initial!important;display:contents!important;color-scheme:var(--ms-color-scheme,light dark)!important'
const FIRST = `{--ms-fade:${FADE_MS}ms}`

/** The style sheet of the modals' shadow root. Its first rule is the one that carries the theme (`applyTheme`). */
export const createSheet = (): CSSStyleSheet => sheetOf(`:host${FIRST}:host{${ROOT}}${rules}`)

/**
 * The same for modals in the page's own DOM, on the document. Every rule is nested below one id, so that none reaches
 * the page; what the page says of its buttons and inputs is first taken back, except about what the page itself put
 * there (`[slot]`). The first rule weighs nothing: the page's own custom properties win over it.
 * @param id of the element that holds the modals
 */
export const createLightSheet = (id: string): CSSStyleSheet =>
  sheetOf(
    `:where(#${id})${FIRST}#${id}{${ROOT};:where(:not(svg *,[slot],[slot] *)){all:revert}${rules.replace(KEYFRAMES, '')}}${rules.match(KEYFRAMES)?.join('') ?? ''}`,
  )

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}
