import { createHash } from 'node:crypto'
import type { VerifiedTag } from '../../../contract/schemas/tags'

/** Of all that is drawn of a TrustTag, and of what goes with it: not of when it was asked for. */
export const keyOfTag = (tag: VerifiedTag, ...more: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([{ ...tag, verificationDate: null }, ...more]))
    .digest('base64')
