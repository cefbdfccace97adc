import { type AttributeName, type MountName, pageAttributes, withAttribute } from '../attributes'
import type { Gate } from '../gating/gate'
import type { Directive } from './directive'
import { createPageMounts, type PageMounts } from './on-demand'

/** Every directive of a page, in the order of the rows. The mounts are made for the first element that needs one. */
export function pageDirectives(gate: Gate): readonly Directive[] {
  let mounts: PageMounts | undefined
  const directives = new Map<MountName, Directive & { watches: AttributeName[] }>()
  for (const { name, mount, selector = '' } of pageAttributes) {
    if (!mount) continue
    const before = directives.get(mount)
    const own = withAttribute(name) + selector
    directives.set(mount, {
      name: before ? `${before.name}, ${name}` : name,
      selector: before ? `${before.selector},${own}` : own,
      watches: [...(before?.watches ?? []), name],
      mount: (element, context) => (mounts ??= createPageMounts(gate))[mount](element, context),
    })
  }
  for (const { name, remounts } of pageAttributes) if (remounts) directives.get(remounts)?.watches.push(name)
  return [...directives.values()]
}
