import * as v from 'valibot'
import type { captchaEndpoints } from '../endpoints/captcha'
import type { SchemasFor } from './schema'

/**
 * A puzzle in the format of Altcha 2: find the counter whose derived key begins with `keyPrefix`. The key is
 * PBKDF2 with SHA-256 over nonce and counter (32 bits, big-endian) with `cost` iterations. Bytes are hexadecimal.
 */
export const captchaChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    nonce: v.string(),
    salt: v.string(),
    /** Iterations of one derivation. */
    cost: v.number(),
    /** Bytes. */
    keyLength: v.number(),
    keyPrefix: v.string(),
    keySignature: v.string(),
    /** Signed with the rest: what the puzzle may be used for, and until when (epoch milliseconds). */
    data: v.object({ app: v.string(), mode: v.picklist(['test', 'live']), expires: v.number() }),
  }),
  signature: v.string(),
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

export const captchaSchemas = {
  getCaptchaChallenge: { input: v.object({}), output: captchaChallenge },
} satisfies SchemasFor<typeof captchaEndpoints>
