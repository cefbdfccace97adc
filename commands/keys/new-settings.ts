import { newEd25519Key } from '../../api/features/credentials/sign'
import { keyVariables } from '../../api/features/credentials/settings'
import { keyPurposes } from '../../api/features/credentials/keys'

/** Fresh keys as lines of an environment file. Nothing keeps them but whoever reads this. */
export const newSettings = (): string[] =>
  keyPurposes.map(
    (purpose) => `${keyVariables[purpose].key}=${Buffer.from(newEd25519Key().seed).toString('base64url')}`,
  )
