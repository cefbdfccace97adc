import { FADE_MS } from '../../../contract/limits'
import form from './form.css?inline'
import overlay from './overlay.css?inline'
import { palette } from './palette'
import { schemeValue } from './scheme-value'

/** The one style sheet of the modals. Its `--ms-…` properties are the defaults that an app's branding is laid over. */
export function createSheet(css: Pick<typeof CSS, 'supports'> = CSS): CSSStyleSheet {
  const tokens = Object.entries(palette).map(([name, pair]) => `--ms-${name}: ${schemeValue(pair, css)};`)
  const sheet = new CSSStyleSheet()
  // `all` does not reset direction: the page's own, right-to-left or not, reaches the dialog by inheritance.
  sheet.replaceSync(`
    :host { all: initial; color-scheme: light dark; --ms-fade: ${FADE_MS}ms; ${tokens.join(' ')} }
    ${overlay} ${form}`)
  return sheet
}
