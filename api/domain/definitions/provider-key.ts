import * as v from 'valibot'

/** Of a way to log in: it stands in addresses, in attributes of pages and, between spaces, in the database. */
export const providerKey = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,40}$/u, 'must be up to 40 small letters, digits and dashes'),
)
