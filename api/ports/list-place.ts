/** Where a page of a list, newest first, ended. The id parts rows of one moment. */
export interface ListPlace {
  /** The time that the list is ordered by, of its last row. */
  at: number
  id: string
}
