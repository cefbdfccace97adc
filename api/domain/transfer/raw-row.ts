/** One member of a file before anything of it is checked. */
export interface RawRow {
  /** The first member of the file is 1. */
  row: number
  entry: unknown
  /** How long its text is in the file. */
  chars: number
}

export interface RawFile {
  rows: RawRow[]
  /** Columns that nothing here knows. */
  ignored: string[]
}
