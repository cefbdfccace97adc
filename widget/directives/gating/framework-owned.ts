import { unshadowed } from '../../lib/unshadowed'

/**
 * How a page's framework marks the nodes that it owns: by a property it puts on them (the start of its name), or by a
 * selector that holds before its script has run. Taking such a node away would break the framework's next update.
 */
const frameworks: readonly { name: string; properties: readonly string[]; selector?: string }[] = [
  { name: 'React', properties: ['__react', '_reactRootContainer'], selector: '[data-reactroot],#__next,#___gatsby' },
  { name: 'Preact', properties: ['__k', '__P', '__preact'] },
  { name: 'Vue', properties: ['__vue', '__vnode'], selector: '[data-v-app],[data-server-rendered],#__nuxt' },
  { name: 'Angular', properties: ['__ngContext__'], selector: '[ng-version],[ng-app]' },
  { name: 'Svelte', properties: ['__svelte', '__attributes', '__className'], selector: '[data-svelte-h]' },
  { name: 'Solid', properties: ['$$', '_$host'], selector: '[data-hk]' },
  { name: 'Astro island', properties: [], selector: 'astro-island' },
]

const markers = frameworks.flatMap((framework) => framework.properties)
const selector = frameworks.flatMap((framework) => framework.selector ?? []).join(',')

/** Whether the element, or anything that holds it, belongs to a user interface framework of the page. */
export function isFrameworkOwned(element: Element): boolean {
  if (unshadowed(element).closest(selector)) return true
  for (let node: Node | null = element; node; node = unshadowed(node).parentNode) {
    if (Object.keys(node).some((property) => markers.some((marker) => property.startsWith(marker)))) return true
  }
  return false
}
