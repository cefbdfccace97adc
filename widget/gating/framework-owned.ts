import { unclobbered } from '../lib/dom'

/** Starts of the properties that frameworks put on their nodes: React, Preact, Vue, Angular, Svelte, Solid. */
const MARKERS =
  /^(__react|_reactRoot|__k|__P|__preact|__vue|__vnode|__ngContext__|__svelte|__attributes|__className|\$\$|_\$host)/

/** What marks them before their script has run: React, Vue, Angular, Svelte, Solid, an Astro island. */
const SELECTOR =
  '[data-reactroot],#__next,#___gatsby,[data-v-app],[data-server-rendered],#__nuxt,[ng-version],[ng-app],[data-svelte-h],[data-hk],astro-island'

/**
 * Whether the element, or anything around it, belongs to a user interface framework of the page. Removing such a node
 * would break the framework's next update.
 */
export function isFrameworkOwned(element: Element): boolean {
  if (unclobbered(element).closest(SELECTOR)) return true
  for (let node: Node | null = element; node; node = unclobbered(node).parentNode) {
    if (Object.keys(node).some((property) => MARKERS.test(property))) return true
  }
  return false
}

/**
 * Whether Alpine made the element from a `<template>` or owns it as a component: it removes that very node later and
 * would not find it. Elements inside it may leave.
 */
export const isMadeByTemplate = (element: Element): boolean => Object.hasOwn(element, '_x_dataStack')
