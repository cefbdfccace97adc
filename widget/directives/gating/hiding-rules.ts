import { attributes, withAttribute } from '../../attributes'
import { knownFalse, type TrueContent } from './true-content'

/**
 * What a page's own CSS can read (docs/install.md): the first opens the curtain of a page with a late script tag, the
 * second tells that nobody knows yet who is looking.
 */
const told = ({ others }: TrueContent): string =>
  `:root{--ms-gate:visible${others === 'none' ? ';--ms-waiting:hidden' : ''}}`

/** No element has two ids, so this excludes none; three ids outweigh what a page's own rules are likely to name. */
export const OUTWEIGHING = ':not(#a#b#c)'

const carries = (value?: string): string => withAttribute(attributes.content, value)

/** Any value with `!` before it. */
const INVERTED = `${carries().slice(0, -1)}^="!"]`

/** CSS that hides what may not be seen, and the actions that nobody could use. */
export function hidingRules(content: TrueContent): string {
  const selectors = [...deniedContent(content), ...uselessActions(content)]
  return `${told(content)}${selectors.map((selector) => selector + OUTWEIGHING).join(',')}{display:none !important}`
}

/** Selects the elements whose own `data-ms-content` does not let them show. */
export const hiddenContent = (content: TrueContent): string => deniedContent(content).join(',')

/** It names what may show, so that a value nobody knows is hidden; an empty one gates nothing. */
function deniedContent(content: TrueContent): string[] {
  const { holds, others } = content
  const shown = ['', ...holds, ...knownFalse(content).map((name) => `!${name}`)].map(carries)
  if (others === 'all') shown.push(INVERTED)
  const denied = others === 'all' ? holds.map((name) => carries(`!${name}`)) : []
  return [carries() + shown.map((one) => `:not(${one})`).join(''), ...denied]
}

function uselessActions({ holds, pays }: TrueContent): string[] {
  const useless: string[] = []
  if (!holds.includes('members')) useless.push('logout')
  if (!holds.includes('members') || holds.includes('verified')) useless.push('resend-verification-email')
  if (!pays) useless.push('customer-portal')
  return useless.map((value) => withAttribute(attributes.action, value))
}
