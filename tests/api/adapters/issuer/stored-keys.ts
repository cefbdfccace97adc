import { newStoredKey } from '../../../../api/adapters/issuer/create-issuer'
import { keyPurposes } from '../../../../api/ports/trusttag/key-store'
import type { StoredKey } from '../../../../api/ports/trusttag/key-store'

/** One key of each purpose. */
export const aSetOfKeys = (createdAt = 1_000): StoredKey[] =>
  keyPurposes.map((purpose) => newStoredKey(purpose, createdAt))
