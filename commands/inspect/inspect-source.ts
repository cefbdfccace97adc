import { rules } from '../../widget/inspector/rules/index'
import { noInstallCode } from '../../widget/inspector/rules/no-install-code'
import { findNotices } from '../../widget/inspector/rules/notices'
import type { InspectedApp, PageElement } from '../../widget/inspector/rules/page'
import type { Finding, Rule } from '../../widget/inspector/rules/rule'
import { readSourcePage } from './source-page'
import type { SourcePage } from './source-page'
import type { Source } from './sources'

/** From the one that weighs most. */
const severities = ['error', 'warning', 'info', 'found'] as const
export type Severity = (typeof severities)[number]

/** One line of the report. */
export interface ReportRow {
  /** Of the rule or notice. */
  id: string
  severity: Severity
  /** As it was named on the command line. */
  file: string
  /** Of the start tag of the element; from 1. */
  line: number
  message: string
}

interface Said {
  id: string
  severity: Severity
  /** Null: the page as a whole. */
  element: PageElement | null
  message: string
}

/** What there is to say of one page, in the order of its lines. Nothing else is read for it. */
export function inspectSource(source: Source, app: InspectedApp): ReportRow[] {
  const read = readSourcePage(source, app)
  const seen = new Set<string>()
  const rows: { offset: number; row: ReportRow }[] = []
  for (const { element, ...said } of everythingSaid(read)) {
    const { line, offset } = element ? read.placeOf(element) : { line: 1, offset: 0 }
    // One start tag can become several elements (`<b>` over the end of its paragraph); its author wrote one.
    const key = `${offset} ${said.id} ${said.message}`
    if (!seen.has(key))
      rows.push({
        offset,
        row: { id: said.id, severity: said.severity, file: source.name, line, message: shorten(said.message) },
      })
    seen.add(key)
  }
  return rows.toSorted((a, b) => a.offset - b.offset || rank(a.row) - rank(b.row)).map(({ row }) => row)
}

const MESSAGE_MAX_CHARS = 400

/** A value may be as long as a file. */
const shorten = (text: string): string =>
  text.length > MESSAGE_MAX_CHARS ? `${text.slice(0, MESSAGE_MAX_CHARS - 1)}…` : text

const rank = ({ severity }: ReportRow): number => severities.indexOf(severity)

function* everythingSaid({ page, isDocument }: SourcePage): Generator<Said> {
  for (const rule of all) for (const finding of rule.check(page)) if (finding) yield saidBy(rule, finding)
  for (const found of findNotices(page)) {
    if (!found) continue
    const { notice, element } = found
    const value = JSON.stringify(page.attribute(element, notice.attribute))
    yield { id: notice.id, severity: 'found', element, message: `${notice.title}: ${notice.attribute}=${value}` }
  }
  // A part of a page gets its script from the page around it.
  if (isDocument && noInstallCode.holds(page))
    yield {
      id: noInstallCode.id,
      severity: 'info',
      element: page.tagged('head')[0] ?? null,
      message: `${noInstallCode.title}.`,
    }
}

const all: readonly Rule[] = rules

const saidBy = ({ id, severity, title }: Rule, { element, message }: Finding): Said => ({
  id,
  severity,
  element,
  message: message === undefined ? `${title}.` : `${title}. ${message}`,
})
