import { newStoredKey } from '../../../../api/features/credentials/issuer'
import type { StoredKey } from '../../../../api/features/credentials/keys'
import { keyPurposes } from '../../../../api/features/credentials/settings'

export const aSetOfKeys = (createdAt = 1_000): StoredKey[] =>
  keyPurposes.map((purpose) => newStoredKey(purpose, createdAt))
