import * as v from 'valibot'
import { sitePath } from './site-path'

/** Where a person goes after an event, as far as an app or a plan says. */
export const redirects = v.object({
  afterSignup: v.optional(sitePath),
  afterLogin: v.optional(sitePath),
  afterLogout: v.optional(sitePath),
  afterPurchase: v.optional(sitePath),
  afterCancel: v.optional(sitePath),
  afterReplace: v.optional(sitePath),
})
