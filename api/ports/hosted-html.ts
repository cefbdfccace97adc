import type { ContentDefinition } from '../features/apps/definition'
import type { SafeHtml } from '../domain/hosted-html/sanitise-html'

/** Owners’ HTML as it may be sent to browsers. */
export interface HostedHtml {
  /**
   * The content without anything that acts, as text and as a tree.
   * @throws UnusableHtmlError when it was stored without the check of the import
   */
  toSafeHtml(content: ContentDefinition): Promise<SafeHtml>
}
