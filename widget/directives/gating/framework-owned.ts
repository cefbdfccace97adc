import { unclobbered } from '../../lib/dom'

/**
 * How a page's framework marks the nodes that it owns: by a property it puts on them (the start of its name), or by a
 * selector that holds before its script has run. Taking such a node away would break the framework's next update.
 * In order: React, Preact, Vue, Angular, Svelte, Solid.
 */
const MARKERS =
  /^(__react|_reactRoot|__k|__P|__preact|__vue|__vnode|__ngContext__|__svelte|__attributes|__className|\$\$|_\$host)/

/** In order: React, Vue, Angular, Svelte, Solid, an Astro island. */
const SELECTOR =
  '[data-reactroot],#__next,#___gatsby,[data-v-app],[data-server-rendered],#__nuxt,[ng-version],[ng-app],[data-svelte-h],[data-hk],astro-island'

/** Whether the element, or anything that holds it, belongs to a user interface framework of the page. */
export function isFrameworkOwned(element: Element): boolean {
  if (unclobbered(element).closest(SELECTOR)) return true
  for (let node: Node | null = element; node; node = unclobbered(node).parentNode) {
    if (Object.keys(node).some((property) => MARKERS.test(property))) return true
  }
  return false
}

/**
 * Whether Alpine made the element from a `<template>` (or owns it as a component): it takes the same node away again,
 * and would not find it. What is inside such an element may leave.
 */
export const isMadeByTemplate = (element: Element): boolean => Object.hasOwn(element, '_x_dataStack')
