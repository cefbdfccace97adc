import { attributes } from '../attributes'
import type { Gate } from '../gating/gate'
import { unclobbered } from '../lib/dom'
import type { Mount } from './directive'
import { commentTemplates } from './hidden-at-first'

/** `data-ms-content`: who sees the element. `data-ms-gating`: whether denied elements inside are removed or hidden. */
export const gatedContent =
  (gate: Gate): Mount =>
  (element) => {
    const own = unclobbered(element)
    // Comments are copied from the original template.
    if (own.closest(commentTemplates)) return undefined
    const unwatch = own.hasAttribute(attributes.content) ? gate.watch(element) : undefined
    if (!own.hasAttribute(attributes.gating)) return unwatch
    gate.applySoon()
    return () => {
      unwatch?.()
      gate.applySoon()
    }
  }

/** `data-ms-bind:style` and `data-ms-bind:class`: apply while the element's gate shows it. */
export const boundAttributes =
  (gate: Gate): Mount =>
  (element) => {
    let undo: (() => void) | undefined
    const end = (): void => {
      undo?.()
      undo = undefined
    }
    const unfollow = gate.follow(element, (shows) => {
      if (!shows) return end()
      undo ??= bind(element)
    })
    return () => {
      unfollow()
      end()
    }
  }

/** @returns undoes it */
function bind(element: HTMLElement): () => void {
  const undo = [
    bindStyle(element, element.getAttribute(attributes.bindStyle) ?? ''),
    bindClasses(element, element.getAttribute(attributes.bindClass) ?? ''),
  ]
  return () => undo.forEach((one) => one())
}

/**
 * Adds declarations to an element's style through the object model, because a CSP applies to the attribute.
 * @param declarations as in a `style` attribute
 * @returns restores the earlier style, except later changes by others
 */
export function bindStyle(element: HTMLElement, declarations: string): () => void {
  const { style } = element
  const had = element.hasAttribute('style')
  const before = style.cssText
  const bound = styleOf(element, declarations)
  if (bound.length === 0) return () => {}
  style.cssText = `${before} ${bound.cssText}`
  const after = style.cssText
  return () => {
    if (style.cssText === after) style.cssText = before
    else restoreEach(style, bound, styleOf(element, before))
    if (!had && style.length === 0) element.removeAttribute('style')
  }
}

function styleOf({ ownerDocument }: Element, declarations: string): CSSStyleDeclaration {
  const { style } = ownerDocument.createElement('i')
  style.cssText = declarations
  return style
}

function restoreEach(style: CSSStyleDeclaration, bound: CSSStyleDeclaration, before: CSSStyleDeclaration): void {
  for (const name of Array.from(bound)) {
    if (style.getPropertyValue(name) !== bound.getPropertyValue(name)) continue
    style.removeProperty(name)
    const value = before.getPropertyValue(name)
    if (value) style.setProperty(name, value, before.getPropertyPriority(name))
  }
}

/** @param names separated by spaces @returns removes those that were added */
export function bindClasses(element: Element, names: string): () => void {
  const { classList } = element
  const had = element.hasAttribute('class')
  const added = names.split(/\s+/).filter((name) => name !== '' && !classList.contains(name))
  classList.add(...added)
  return () => {
    classList.remove(...added)
    if (!had && classList.length === 0) element.removeAttribute('class')
  }
}
