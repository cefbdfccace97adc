import * as v from 'valibot'

/** A file that is read while it is sent, so that nobody holds all of it in memory. */
export const fileParts = v.custom<AsyncIterable<string>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)
