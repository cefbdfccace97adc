import { FADE_MS } from '../../../contract/limits'
import controls from './controls.css?inline'
import form from './form.css?inline'
import overlay from './overlay.css?inline'

/**
 * The one style sheet of the modals; its first rule is the one that carries the colours (`applyPalette`). A page's rule
 * about its children or about everything would win over a plain rule here, and could leave the page inert behind a
 * dialog that nobody sees; over an important one it cannot. `all` resets neither direction nor custom properties: the
 * page's own, right-to-left or not, reach the dialog.
 */
export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `:host{all:initial!important;display:contents!important;color-scheme:var(--ms-color-scheme,light dark)!important;--ms-fade:${FADE_MS}ms}${overlay}${form}${controls}`,
  )
  return sheet
}
