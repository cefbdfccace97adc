import type { Page, PageElement } from './page'

export interface Finding {
  /** The element to change. */
  element: PageElement
  /** A sentence about this element. Default: the rule's title. */
  message?: string
  /** If it differs from the rule's. */
  severity?: Severity
  /** The correction, if it is known. */
  fix?: Fix | undefined
}

/** Replaces one attribute of the element. */
export interface Fix {
  /** Name of the wrong attribute. */
  attribute: string
  /** Markup in its place: `data-ms-modal="login"`. */
  markup: string
}

/** An error leaks content or does not work; a warning works, but maybe not as intended. */
type Severity = 'error' | 'warning'

/** A mistake that a page can have. */
export interface Rule {
  /** Stable: used in documentation, reports and tests. */
  id: string
  severity: Severity
  /** The attribute that it checks. */
  attribute: string
  /** One line, without a period. */
  title: string
  /** An extra check that the Memberstack inspector does not have. */
  own?: true
  /** Compares with the app's IDs and keys, so it needs the right app. */
  usesApp?: true
  /** The list it compares with, if browsers do not have it. */
  privateIds?: 'couponIds' | 'contentIds'
  /** Delay after the scan's start, in milliseconds, for parts that pages add later. */
  afterMs?: number
  /** For files only: browsers repair it during parsing. */
  sourceOnly?: true
  /** Pure. Yields `undefined` between elements, so that a scan can run in short time slices. */
  check(page: Page): Iterable<Finding | undefined>
}

/**
 * The help of a rule or notice in the sidebar. A file of rules exports theirs as `help`, by ID. It is built into
 * `inspector-help.json`, not into the script.
 */
export interface RuleHelp {
  /** The effect on the page and why it is wrong, in two or three short sentences. */
  description: string
  /** Ways to fix it, and common questions. */
  helpItems: readonly { title: string; description: string }[]
}
