import { newEd25519Key } from '../../api/adapters/issuer/ed25519-key'
import { keyVariables } from '../../api/domain/proof/key-settings'
import { keyPurposes } from '../../api/ports/trusttag/key-store'

/** Fresh keys as lines of an environment file. Nothing keeps them but whoever reads this. */
export const newSettings = (): string[] =>
  keyPurposes.map(
    (purpose) => `${keyVariables[purpose].key}=${Buffer.from(newEd25519Key().seed).toString('base64url')}`,
  )
