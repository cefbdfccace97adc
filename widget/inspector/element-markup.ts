import { attributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import type { Fix } from './rules/rule'
import { cut } from './redact'

/** The start tag of an element, with one part marked. */
export interface Markup {
  before: string
  /** The wrong attribute; empty if another thing is wrong. */
  wrong: string
  after: string
}

/** Shown as well as the product's attributes. Others, as the value of a hidden field, may contain data of a member. */
const SHOWN = /^(data-(ms|memberstack)-|ms-|(id|class|type|name|role|for|form|redirect|data-redirect|data-wait)$)/
const VALUE_MAX_CHARS = 120

/**
 * @param attribute of the rule, such as `data-ms-form="login"` or `data-ms-plan:…`
 * @param fix names the wrong attribute exactly
 */
export function markupOf(element: Element, attribute: string, fix?: Fix): Markup {
  const own = unclobbered(element)
  const names = own.getAttributeNames().filter((name) => SHOWN.test(name))
  const exact = fix?.attribute ?? names.find((name) => name === attribute.replace(/=.*/, ''))
  const wrong = exact ?? names.find((name) => attribute.endsWith('…') && name.startsWith(attribute.slice(0, -1)))
  const parts = names.map((name) => ` ${name}${written(own.getAttribute(name) ?? '')}`)
  const at = wrong === undefined ? -1 : names.indexOf(wrong)
  const more = names.length < own.getAttributeNames().length ? ' …' : ''
  const tag = `<${own.localName}`
  if (at < 0) return { before: `${tag}${parts.join('')}${more}>`, wrong: '', after: '' }
  return {
    before: `${tag}${parts.slice(0, at).join('')} `,
    wrong: (parts[at] ?? '').trimStart(),
    after: `${parts.slice(at + 1).join('')}${more}>`,
  }
}

/** The start tag after the correction, as shown. */
export function correctedMarkup(element: Element, fix: Fix): string {
  const { before, wrong, after } = markupOf(element, fix.attribute, fix)
  return before + (wrong === '' ? '' : fix.markup) + after
}

/** The whole start tag after the correction, to replace the one in the page's source. */
export function correctedTag(element: Element, { attribute, markup }: Fix): string {
  const own = unclobbered(element)
  const fixed = markup.replace(/=.*/s, '')
  const parts = own.getAttributeNames().flatMap((name) => {
    if (name === attribute) return markup
    // Written twice, the first would count. The widget wrote some, and the value of a field is the member's.
    const isLeftOut =
      name === fixed || /^aria-(busy|haspopup)$/.test(name) || (name === 'value' && own.hasAttribute(attributes.member))
    return isLeftOut ? [] : name + written(own.getAttribute(name) ?? '', Infinity)
  })
  if (!own.hasAttribute(attribute)) parts.push(markup)
  return `<${[own.localName, ...parts].join(' ')}>`
}

const written = (value: string, maxChars = VALUE_MAX_CHARS): string =>
  value === '' ? '' : `="${cut(value, maxChars).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`

const TEXT_MAX_CHARS = 40

/** A short name: `<a id="x"> “Its text”`. */
export function nameOf(element: Element): string {
  const { id, localName, classList, textContent } = unclobbered(element)
  const [first] = classList
  const named = id ? ` id="${cut(id, TEXT_MAX_CHARS)}"` : first ? ` class="${cut(first, TEXT_MAX_CHARS)}"` : ''
  const text = (textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return `<${localName}${named}>${text ? ` “${cut(text, TEXT_MAX_CHARS)}”` : ''}`
}
