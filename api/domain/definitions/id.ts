import * as v from 'valibot'

/** Of an app, a plan or a price: a prefix, and what its owner calls it. */
export const id = v.pipe(v.string(), v.regex(/^[a-z]+_[a-z0-9-]+$/u))
