import { unclobbered } from '../lib/dom'

/** Prefixes of the properties that frameworks set on their nodes: React, Preact, Vue, Angular, Svelte, Solid. */
const MARKERS =
  /^(__react|_reactRoot|__k|__P|__preact|__vue|__vnode|__ngContext__|__svelte|__attributes|__className|\$\$|_\$host)/

/** Marks of nodes before the framework's script has run: React, Vue, Angular, Svelte, Solid, an Astro island. */
const SELECTOR =
  '[data-reactroot],#__next,#___gatsby,[data-v-app],[data-server-rendered],#__nuxt,[ng-version],[ng-app],[data-svelte-h],[data-hk],astro-island'

/**
 * Whether the element, or anything around it, belongs to a UI framework of the page. Removing such a node would break
 * the framework's next update.
 */
export function isFrameworkOwned(element: Element): boolean {
  if (unclobbered(element).closest(SELECTOR)) return true
  for (let node: Node | null = element; node; node = unclobbered(node).parentNode) {
    if (Object.keys(node).some((property) => MARKERS.test(property))) return true
  }
  return false
}

/**
 * Whether Alpine created the element from a `<template>` or owns it as a component: Alpine later removes that node and
 * would not find it. Elements inside it can be removed.
 */
export const isMadeByTemplate = (element: Element): boolean => Object.hasOwn(element, '_x_dataStack')
