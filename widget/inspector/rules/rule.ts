import type { Page, PageElement } from './page'

export interface Finding {
  /** The element that is to be changed. */
  element: PageElement
  /** What is wrong with this very one, in one sentence that names the value at hand; without it the rule's title says it. */
  message?: string
}

/** One thing that can be wrong with a page. */
export interface Rule {
  /** Stable: documentation, reports and tests know it by this. */
  id: string
  severity: 'error' | 'warning'
  /** The attribute that it is about, as its author writes it. */
  attribute: string
  /** One line, without a full stop. */
  title: string
  /** Not of the Memberstack inspector: one of our own checks. */
  own?: true
  /** Milliseconds after the scan's start before which nothing is said: pages complete themselves. */
  afterMs?: number
  /** Only a file shows it: a browser has mended it while it read the page. */
  sourceOnly?: true
  /**
   * Pure. It gives a pause (`undefined`) between elements, wherever a page may have many, so that a scan can be done in
   * short slices of time.
   */
  check(page: Page): Iterable<Finding | undefined>
}

/**
 * What a builder reads of a rule or notice once the sidebar is open. Exported as `help` from the file of the rule, it
 * goes into a file beside the script (`inspector-help.json`), not into the script.
 */
export interface RuleHelp {
  /** What happens on the page because of it, and why that is wrong. Two or three short sentences. */
  description: string
  /** Ways to mend it, and what people ask about it. */
  helpItems: readonly { title: string; description: string }[]
}
