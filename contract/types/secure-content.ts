/** TYPES of hosted content. */

/** Hosted content. `content` is what the owner wrote: markup (sanitised), code, text, or for LINK, IMAGE and FILE an address. */
export interface SecureContent {
  type: 'HTML' | 'CSS' | 'LINK' | 'JS' | 'JSON' | 'TEXT' | 'IMAGE' | 'FILE'
  content: string
  /** Ours, with HTML only: the same as a tree of nodes. */
  nodes?: ContentNode[] | undefined
}

/** A piece of sanitised HTML as data, so that a browser can build it without an HTML sink: a text, or an element. */
export type ContentNode = string | { tag: string; attributes: Record<string, string>; children: ContentNode[] }
