import { FADE_MS } from '../../../contract/limits'
import controls from './controls.css?inline'
import form from './form.css?inline'
import overlay from './overlay.css?inline'

/**
 * The one style sheet of the modals; its first rule is the one that carries the colours (`applyPalette`). `all` does
 * not reset direction: the page's own, right-to-left or not, reaches the dialog by inheritance.
 */
export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `:host { all: initial; color-scheme: light dark; --ms-fade: ${FADE_MS}ms }${overlay}${form}${controls}`,
  )
  return sheet
}
