import * as v from 'valibot'
import { ADMIN_PAGE_DEFAULT, ADMIN_PAGE_MAX } from '../../limits'

/** A whole number in a query. */
export const wholeNumber = v.pipe(
  v.string('invalid-field-type'),
  v.regex(/^\d{1,15}$/u, 'invalid-field-value'),
  v.transform(Number),
)

/** Number of rows, capped at the maximum. */
const pageSize = v.pipe(
  wholeNumber,
  v.minValue(1, 'invalid-field-value'),
  v.transform((size) => Math.min(size, ADMIN_PAGE_MAX)),
)

/** The published client sends `first`; its documentation calls it `limit`. `first` takes precedence. */
const pageFields = { first: v.optional(pageSize), limit: v.optional(pageSize) }

/**
 * The query of a list. Unknown parameters are rejected, so that a filter is never ignored silently. The published
 * client sends only `first`, `after` and `order`.
 */
export const listQuery = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({ ...pageFields, ...entries }, 'unknown-parameter')

export const sizeOf = ({ first, limit }: { first?: number | undefined; limit?: number | undefined }): number =>
  first ?? limit ?? ADMIN_PAGE_DEFAULT
