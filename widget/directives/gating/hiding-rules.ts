import { attributes, withAttribute } from '../../attributes'

/** Opens the curtain that a page with a late script tag draws by its own CSS (docs/install.md). */
const GATE_IN_PLACE = ':root{--ms-gate:visible}'

/** No element has two ids, so this excludes none; three ids outweigh what a page's own rules are likely to name. */
const OUTWEIGHING = ':not(#a#b#c)'

/**
 * CSS that hides what may not be seen. It names what may show, so that a value nobody knows is hidden; an empty
 * `data-ms-content` gates nothing.
 * @param allowed values of `data-ms-content` that may show
 */
export function hidingRules(allowed: readonly string[]): string {
  const shown = ['', ...allowed].map((value) => `:not(${withAttribute(attributes.content, value)})`).join('')
  const hidden = [withAttribute(attributes.content) + shown]
  if (!allowed.includes('members')) hidden.push(withAttribute(attributes.action, 'logout'))
  return `${GATE_IN_PLACE}${hidden.map((selector) => selector + OUTWEIGHING).join(',')}{display:none !important}`
}
