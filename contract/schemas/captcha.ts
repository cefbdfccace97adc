import * as v from 'valibot'
import type { captchaEndpoints } from '../endpoints/captcha'
import type { CaptchaChallenge } from '../types/captcha-challenge'
import type { SchemasFor } from './schema'

export type { CaptchaChallenge }

export const captchaChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    data: v.object({ app: v.string(), mode: v.picklist(['test', 'live']), expires: v.number() }),
  }),
  signature: v.string(),
}) satisfies v.GenericSchema<CaptchaChallenge>

export const captchaSchemas = {
  getCaptchaChallenge: { input: v.object({}), output: captchaChallenge },
} satisfies SchemasFor<typeof captchaEndpoints>
