import * as v from 'valibot'
import { id } from './id'
import { price } from './price'
import { redirects } from './redirects'
import { sitePath } from './site-path'

export const plan = v.object({
  id: v.pipe(id, v.startsWith('pln_')),
  name: v.string(),
  description: v.optional(v.string()),
  priority: v.optional(v.number()),
  active: v.optional(v.boolean(), true),
  restrictedToAdmin: v.optional(v.boolean(), false),
  memberLimit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  redirects: v.optional(redirects, {}),
  prices: v.optional(v.array(price), []),
  /** Members with the plan share it with others. */
  team: v.optional(
    v.object({
      /** The owner's own is one of them. */
      seats: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** Where an invite link leads; clients put `?inviteToken=` and the token behind it. */
      inviteSignupLink: v.pipe(sitePath, v.regex(/^[^?#]*$/u, 'must have neither ? nor #')),
      upgradeLink: v.optional(sitePath),
    }),
  ),
})
