/** TYPES of hosted content. */

/**
 * Hosted content. `content` is what the owner wrote: markup (sanitized), code, text, or a URL for LINK, IMAGE and FILE.
 */
export interface SecureContent {
  type: 'HTML' | 'CSS' | 'LINK' | 'JS' | 'JSON' | 'TEXT' | 'IMAGE' | 'FILE'
  content: string
  /** Ours, only with HTML: the same as a tree of nodes. */
  nodes?: ContentNode[] | undefined
}

/** Sanitized HTML as data, so that a browser can build it without an HTML sink: a text or an element. */
export type ContentNode = string | { tag: string; attributes: Record<string, string>; children: ContentNode[] }
