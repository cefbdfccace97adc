import * as v from 'valibot'

/** A host name as browsers tell it: small letters, other scripts in their `xn--` form. */
export const hostName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u,
    'must be a host name, such as www.example.com, without https:// and without a port',
  ),
)
