import { appIdOfMemberstack1, MEMBERSTACK_1_APP } from '../../../attributes'
import { rules } from '../index'
import { noInstallCode } from '../install-code'
import { findNotices } from '../notices'
import { APP_ATTRIBUTE, installTags } from '../elements'
import type { InspectedApp, Page, PageElement } from '../page'
import type { Finding, Rule } from '../rule'
import { readSourcePage, type Source, type SourcePage } from './source-page'

/** The app ID that a page names; null without an install script. */
export function namedAppOf({ page, addedApp }: Pick<SourcePage, 'page' | 'addedApp'>): string | null {
  const [tag] = installTags(page)
  const named = tag && page.attribute(tag, APP_ATTRIBUTE)?.trim()
  if (named) return named
  const [oldTag] = page.carrying(MEMBERSTACK_1_APP)
  return (oldTag && appIdOfMemberstack1(page.attribute(oldTag, MEMBERSTACK_1_APP)?.trim())) || addedApp
}

/** Most severe first. */
const severities = ['error', 'warning', 'info', 'found'] as const
export type Severity = (typeof severities)[number]

export interface ReportRow {
  /** ID of the rule or notice. */
  id: string
  severity: Severity
  /** As named on the command line. */
  file: string
  /** Line of the start tag, from 1. */
  line: number
  message: string
  /** ID of the app that the page was checked against; null without one. */
  app: string | null
}

/** The app that a page is checked against. */
export interface CheckedApp {
  /** ID of the app; null without an app to check against. */
  id: string | null
  app: InspectedApp | null
  /** Such as `app_demo (the database in /srv/data)`; for reports. */
  label: string
  /** The fault of the page's app ID. */
  problem?: { severity: 'error' | 'warning'; message: string }
}

interface Entry {
  id: string
  severity: Severity
  /** Null for the page as a whole. */
  element: PageElement | null
  message: string
  /** Names the app it compares with. */
  against?: string
}

/** All rows of one page with a known app, in the order of lines. Reads no other file. */
export const inspectSource = (source: Source, app: InspectedApp): ReportRow[] =>
  inspectPage(readSourcePage(source), source.name, { id: null, app, label: '' })

/** All rows of one page, in the order of lines. */
export function inspectPage(read: SourcePage, name: string, checked: CheckedApp): ReportRow[] {
  const seen = new Set<string>()
  const rows: { offset: number; row: ReportRow }[] = []
  for (const { element, ...entry } of entriesOf(read, checked)) {
    const { line, offset } = element ? read.placeOf(element) : { line: 1, offset: 0 }
    // The parser can make several elements of one start tag, as of an unclosed `<b>`.
    const { id, severity, against = '' } = entry
    const key = `${offset} ${id} ${entry.message}`
    const message = shorten(entry.message) + against
    if (!seen.has(key)) rows.push({ offset, row: { id, severity, file: name, line, message, app: checked.id } })
    seen.add(key)
  }
  return rows.toSorted((a, b) => a.offset - b.offset || rank(a.row) - rank(b.row)).map(({ row }) => row)
}

const MESSAGE_MAX_CHARS = 400

/** Attribute values can be very long. */
const shorten = (text: string): string =>
  text.length > MESSAGE_MAX_CHARS ? `${text.slice(0, MESSAGE_MAX_CHARS - 1)}…` : text

const rank = ({ severity }: ReportRow): number => severities.indexOf(severity)

function* entriesOf({ page: read, isDocument, addedApp }: SourcePage, checked: CheckedApp): Generator<Entry> {
  const page: Page = { ...read, ...(checked.app && { app: checked.app }) }
  if (checked.problem)
    yield {
      id: UNKNOWN_APP,
      ...checked.problem,
      element: installTags(page)[0] ?? page.carrying(MEMBERSTACK_1_APP)[0] ?? null,
    }
  // Without the app, its IDs and keys cannot be wrong.
  const rulesNow = all.filter(({ usesApp }) => !usesApp || checked.app)
  for (const rule of rulesNow)
    for (const finding of rule.check(page)) if (finding) yield entryOf(rule, finding, checked)
  for (const found of findNotices(page)) {
    if (!found) continue
    const { notice, element } = found
    const value = JSON.stringify(page.attribute(element, notice.attribute))
    yield { id: notice.id, severity: 'found', element, message: `${notice.title}: ${notice.attribute}=${value}` }
  }
  // The page around a fragment loads the script.
  if (isDocument && !addedApp && noInstallCode.holds(page))
    yield {
      id: noInstallCode.id,
      severity: 'info',
      element: page.tagged('head')[0] ?? null,
      message: `${noInstallCode.title}.`,
    }
}

const all: readonly Rule[] = rules

/** ID of the row for a page whose app does not exist or is another one. */
const UNKNOWN_APP = 'unknown-app'

const entryOf = (rule: Rule, { element, message, severity }: Finding, { label }: CheckedApp): Entry => {
  const against = rule.usesApp && label ? { against: ` Checked against ${label}.` } : null
  return {
    id: rule.id,
    severity: severity ?? rule.severity,
    element,
    message: message === undefined ? `${rule.title}.` : `${rule.title}. ${message}`,
    ...against,
  }
}
