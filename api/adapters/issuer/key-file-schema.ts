import * as v from 'valibot'
import { keyPurposes } from '../../ports/trusttag/key-store'

/** What stands in a file of signing keys: 32 bytes as base64url, seeds encrypted or not. One without a key is none of ours. */
export const keyFileSchema = v.pipe(
  v.array(
    v.object({
      purpose: v.picklist(keyPurposes),
      publicKey: v.pipe(v.string(), v.regex(/^[\w-]{43}$/u)),
      seed: v.nullable(v.pipe(v.string(), v.regex(/^([\w-]{43}|A256GCM\.[\w-]{80})$/u))),
      createdAt: v.number(),
      retiredAt: v.nullable(v.number()),
    }),
  ),
  v.nonEmpty(),
)
