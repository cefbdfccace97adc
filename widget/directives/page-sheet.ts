export interface PageSheet {
  /** Replaces the rules; they hold from the next frame on. The same ones again cost nothing. */
  set(rules: string): void
}

/**
 * A style sheet of ours in the page. Constructed, because a page's Content-Security-Policy governs style elements and
 * attributes but not these.
 */
export function createPageSheet(document: Document, window: Window & typeof globalThis): PageSheet {
  const sheet = new window.CSSStyleSheet()
  let current: string | undefined
  return {
    set(rules) {
      if (rules !== current) sheet.replaceSync((current = rules))
      // A script of the page may have put its own list in place of the one that held ours.
      if (!document.adoptedStyleSheets.includes(sheet)) {
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
    },
  }
}
