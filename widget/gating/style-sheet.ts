export interface PageStyleSheet {
  /** Replaces the rules from the next frame on. The same rules again cost nothing. */
  set(rules: string): void
}

/** Constructed, because a page's Content-Security-Policy covers style elements and attributes but not this. */
export function createPageStyleSheet(document: Document, window: Window & typeof globalThis): PageStyleSheet {
  const sheet = new window.CSSStyleSheet()
  let current: string | undefined
  return {
    set(rules) {
      if (rules !== current) sheet.replaceSync((current = rules))
      // A script of the page may have replaced the list that contained ours.
      if (!document.adoptedStyleSheets.includes(sheet)) {
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      }
    },
  }
}
