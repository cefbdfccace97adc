import { adoptSheet } from '../lib/dom'

export interface PageStyleSheet {
  /** Replaces the rules from the next frame. Setting the same rules is free. */
  set(rules: string): void
}

/** Constructed, because a page's CSP applies to style elements and attributes but not to this. */
export function createPageStyleSheet(document: Document, window: Window & typeof globalThis): PageStyleSheet {
  const sheet = new window.CSSStyleSheet()
  let current: string | undefined
  return {
    set(rules) {
      if (rules !== current) sheet.replaceSync((current = rules))
      adoptSheet(document, sheet)
    },
  }
}
