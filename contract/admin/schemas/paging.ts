import * as v from 'valibot'
import { ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX } from '../../limits'

/** A whole number as a query carries it. */
export const wholeNumber = v.pipe(
  v.string('invalid-field-type'),
  v.regex(/^\d{1,15}$/u, 'invalid-field-value'),
  v.transform(Number),
)

/** How many rows: past the most there are as many as that. */
const pageSize = v.pipe(
  wholeNumber,
  v.minValue(1, 'invalid-field-value'),
  v.transform((size) => Math.min(size, ADMIN_PAGE_MAX)),
)

/** What the published client sends as `first`, and its documentation calls `limit`. `first` counts. */
const pageFields = { first: v.optional(pageSize), limit: v.optional(pageSize) }

/**
 * The query of a list: a parameter that it does not know is refused, so that a filter is never ignored in silence. The published
 * client sends `first`, `after` and `order` alone.
 */
export const listQuery = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({ ...pageFields, ...entries }, 'unknown-parameter')

export const sizeOf = ({ first, limit }: { first?: number | undefined; limit?: number | undefined }): number =>
  first ?? limit ?? ADMIN_PAGE_DEFAULT
