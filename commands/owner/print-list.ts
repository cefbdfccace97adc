import type { OwnerList, OwnerPage } from '../../api/features/owner/lists'
import { showValue } from '../../api/features/owner/layout'
import { harmless } from '../terminal/harmless'

const CELL_MAX_CHARS = 60

/** A list as lines of a terminal, its columns below each other. */
export function printList({ columns }: OwnerList, { records }: OwnerPage): string[] {
  if (records.length === 0) return ['Nothing here yet.']
  const names = Object.keys(columns)
  const rows = [
    Object.values(columns),
    ...records.map((record) => names.map((name) => shorten(harmless(showValue(name, record[name]))))),
  ]
  const widths = names.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const shorten = (text: string): string =>
  text.length > CELL_MAX_CHARS ? `${text.slice(0, CELL_MAX_CHARS - 1)}…` : text
