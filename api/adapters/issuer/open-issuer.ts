import { proofModes } from '../../../contract/proof-paths'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import type { Clock } from '../../lib/clock'
import type { Store } from '../../ports/store'
import { whyUnusable } from '../database/open-database-problem'
import { adoptFileKeys } from './adopt-file-keys'
import { chooseKeys } from './choose-keys'
import { createIssuer } from './create-issuer'
import type { KeyedIssuer } from './create-issuer'

/**
 * The issuer of an installation. The first start makes its keys; where a log was begun with keys that are gone, nothing is made
 * in their place, as everything issued before would fail without a word.
 * @throws {ConfigError} one line, without a secret
 */
export async function openIssuer(
  config: Pick<Config, 'keys' | 'dataDir' | 'issuerOrigin'>,
  store: Pick<Store, 'signingKeys' | 'transaction' | 'log'>,
  clock: Clock,
): Promise<KeyedIssuer> {
  try {
    const keys = chooseKeys(config, store)
    await adoptFileKeys(config, keys, store)
    return await createIssuer({
      origin: config.issuerOrigin,
      keys,
      now: () => clock.now(),
      mayMakeKeys: async () => {
        for (const mode of proofModes) if (await store.log.head(mode)) return false
        return true
      },
    })
  } catch (error) {
    throw new ConfigError(`TrustTags cannot be signed: ${whyUnusable(error)}`, { cause: error })
  }
}
