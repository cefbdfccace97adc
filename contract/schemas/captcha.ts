import * as v from 'valibot'
import type { captchaEndpoints } from '../endpoints/captcha'
import type { SchemasFor } from './schema'

export const captchaSchemas = {
  getCaptchaChallenge: {
    input: v.object({}),
    /** Altcha's challenge, as its library makes it. `maxnumber` bounds the search. */
    output: v.object({
      algorithm: v.literal('SHA-256'),
      challenge: v.string(),
      salt: v.string(),
      signature: v.string(),
      maxnumber: v.number(),
    }),
  },
} satisfies SchemasFor<typeof captchaEndpoints>
