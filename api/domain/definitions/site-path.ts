import * as v from 'valibot'

/** A path of the site: what starts with two slashes, or a slash and a backslash, is another site to a browser. */
export const sitePath = v.pipe(v.string(), v.regex(/^\/(?![/\\])[^\p{Cc}]*$/u, 'must be a path that starts with one /'))
