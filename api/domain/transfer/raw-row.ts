/** One member of a file before anything of it is checked. */
export interface RawRow {
  /** The first member of the file is 1. */
  row: number
  entry: unknown
}

export interface RawFile {
  rows: RawRow[]
  /** Columns that nothing here knows. */
  ignored: string[]
}
