import type { ContentDefinition } from '../../features/apps/definition'
import { sanitiseHtml } from '../../domain/hosted-html/sanitise-html'
import type { SafeHtml } from '../../domain/hosted-html/sanitise-html'
import type { HostedHtml } from '../../ports/hosted-html'

/** Each piece is parsed once, also when many ask for it at the same time, and forgotten with its app's definition. */
export function createHostedHtml(): HostedHtml {
  const known = new WeakMap<ContentDefinition, Promise<SafeHtml>>()
  return {
    toSafeHtml(content) {
      const safe = known.get(content) ?? sanitiseHtml(content.content)
      known.set(content, safe)
      return safe
    },
  }
}
