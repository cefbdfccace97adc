import type { Line } from './verdict'

/** The budgets as a terminal table. */
export function formatTable(lines: readonly Line[]): string {
  const amount = (value: number, unit: string): string => `${value.toFixed(unit === '×' ? 3 : 1)} ${unit}`
  return alignColumns([
    ['', 'measured', 'budget', ''],
    ...lines.map(({ what, measured, budget, unit, kept, detail }) => [
      what,
      amount(measured, unit),
      amount(budget, unit),
      `${kept ? 'kept' : 'MISSED'}${detail && `  (${detail})`}`,
    ]),
  ])
}

/** Pads columns: the first is left-aligned, the last unpadded, the others right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const align = (cell: string, column: number, row: readonly string[]): string => {
    if (column === 0) return cell.padEnd(width(0))
    return column === row.length - 1 ? cell : cell.padStart(width(column))
  }
  return rows.map((row) => row.map(align).join('  ').trimEnd()).join('\n')
}
