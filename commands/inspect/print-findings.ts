import { harmless } from '../terminal/harmless'
import type { ReportRow, Severity } from './inspect-source'

const colours: Record<Severity, number> = { error: 31, warning: 33, info: 36, found: 32 }

/** What was found in one file, a line each: `file:line severity id message`. */
export function printRows(rows: readonly ReportRow[], colour: boolean): string {
  return rows
    .map(({ file, line, severity, id, message }) => {
      const word = colour ? `\u001b[${colours[severity]}m${severity}\u001b[0m` : severity
      return `${harmless(file)}:${line} ${word} ${id} ${harmless(message)}`
    })
    .join('\n')
}

export type Counts = Record<Severity, number>

/** The last lines of a report. @param pages how many could be read */
export function printSummary({ error, warning }: Counts, pages: number): string {
  const summary = `${count(error, 'error')} and ${count(warning, 'warning')} in ${count(pages, 'page')}.`
  return error + warning > 0 ? `${summary}\nWhat they mean and how to mend them: docs/inspector.md` : summary
}

const count = (amount: number, thing: string): string => `${amount} ${thing}${amount === 1 ? '' : 's'}`
