import { inspectSource } from '../../../commands/inspect/inspect-source'
import type { ReportRow } from '../../../commands/inspect/inspect-source'
import { demoApp } from '../../widget/inspector/rules/demo-app'

/** What is said of a text as of a file of the demo app's. */
export const inspectText = (text: string, path: string | null = null): ReportRow[] =>
  inspectSource({ name: 'page.html', text, path }, demoApp)

/** The same in short, without what is found and right. */
export const findingsIn = (text: string): string[] =>
  inspectText(text).flatMap(({ id, line, severity }) => (severity === 'found' ? [] : [`${line} ${id}`]))
