import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import { withdrawCredential } from './withdraw-credential'

/**
 * Withdraws every credential that a key has signed, so that its TrustTag gets another: see `enterOlderTags`, `enterSamples`.
 * Each in a transaction of its own; begun again after a crash it goes on.
 * @param key `z6Mk…`
 * @returns how many
 */
export async function takeBackSignedBy(
  services: Pick<Services, 'store' | 'clock' | 'issuer'>,
  mode: ProofMode,
  key: string,
): Promise<number> {
  const ids = await services.store.credentials.listSignedBy(mode, key)
  for (const id of ids)
    await services.store.transaction(async (repositories) => {
      await withdrawCredential(repositories, services, id)
      await repositories.credentials.delete(id)
      await repositories.tags.update(id, { proof: null })
    })
  return ids.length
}
