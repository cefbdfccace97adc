import type { Page, PageElement } from './page'

export interface Finding {
  /** The element to change. */
  element: PageElement
  /** One sentence about this element that names its value; the rule's title without it. */
  message?: string
}

/** One thing that can be wrong with a page. */
export interface Rule {
  /** Stable: documentation, reports and tests know it by this. */
  id: string
  severity: 'error' | 'warning'
  /** The attribute that it checks. */
  attribute: string
  /** One line, without a full stop. */
  title: string
  /** One of our own checks, which the Memberstack inspector does not have. */
  own?: true
  /** Milliseconds after the scan's start from which it runs: pages complete themselves. */
  afterMs?: number
  /** For files only: a browser repairs it while parsing. */
  sourceOnly?: true
  /**
   * Pure. Yields `undefined` between elements, wherever a page may have many, so that a scan can run in short time
   * slices.
   */
  check(page: Page): Iterable<Finding | undefined>
}

/**
 * The help of a rule or notice in the sidebar. A rule's file exports it as `help`; it goes into a file beside the script
 * (`inspector-help.json`), not into the script.
 */
export interface RuleHelp {
  /** Its effect on the page, and why that is wrong. Two or three short sentences. */
  description: string
  /** Ways to fix it, and common questions. */
  helpItems: readonly { title: string; description: string }[]
}
