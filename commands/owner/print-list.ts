import type { OwnerList, OwnerPage } from '../../api/domain/owner/owner-list'
import { showValue } from '../../api/domain/owner/show-value'

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

/** What members typed must not command the terminal, nor turn its writing around. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/** JSON in which nothing commands a terminal. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
