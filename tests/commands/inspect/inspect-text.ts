import { inspectSource } from '../../../widget/inspector/rules/source/inspect-source'
import type { Source } from '../../../widget/inspector/rules/source/source-page'
import type { ReportRow } from '../../../widget/inspector/rules/source/inspect-source'
import { demoApp } from '../../widget/inspector/rules/demo-app'

/** The report of a text with the demo app. */
export const inspectText = (text: string, location: Source['location'] = null): ReportRow[] =>
  inspectSource({ name: 'page.html', text, location }, demoApp)

/** Short form without `found` rows. */
export const findingsIn = (text: string): string[] =>
  inspectText(text).flatMap(({ id, line, severity }) => (severity === 'found' ? [] : [`${line} ${id}`]))
