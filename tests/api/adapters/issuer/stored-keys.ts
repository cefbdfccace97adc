import { newStoredKey } from '../../../../api/features/credentials/issuer'
import { keyPurposes } from '../../../../api/features/credentials/keys'
import type { StoredKey } from '../../../../api/features/credentials/keys'

/** One key of each purpose. */
export const aSetOfKeys = (createdAt = 1_000): StoredKey[] =>
  keyPurposes.map((purpose) => newStoredKey(purpose, createdAt))
